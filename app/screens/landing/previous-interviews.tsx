import type { PublicEvent } from '#shared/contract/events.ts'
import { interviewAnchor } from '#shared/slug.ts'
import { Section } from '#app/ui/section.tsx'
import { InterviewCard } from './interview-card.tsx'

type PreviousInterviewsProps = { events: PublicEvent[]; onWatch: (event: PublicEvent) => void }

/** So many stand open; a longer archive waits behind a press, which needs no JavaScript. */
const mostOpen = 12

/** Completed events, newest first; nothing at all without any. Specification, "Landing page". */
export function PreviousInterviews({ events, onWatch }: PreviousInterviewsProps) {
  if (events.length === 0) return null
  const isLong = events.length > mostOpen
  const open = isLong ? events.slice(0, mostOpen - 3) : events
  const rest = events.slice(open.length)
  const cards = (some: PublicEvent[]) => (
    <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
      {some.map((event) => (
        <li key={event.id} className="min-w-0">
          <InterviewCard event={event} anchor={interviewAnchor(event)} onWatch={onWatch} />
        </li>
      ))}
    </ul>
  )
  return (
    <Section
      id="completed-events"
      title="Previous Interviews"
      lead="One registration opens the whole archive."
    >
      {cards(open)}
      {rest.length > 0 && (
        <details className="mt-12">
          <summary className="mx-auto mb-12 flex min-h-13 w-fit items-center rounded-md border border-line-strong px-7 font-semibold hover:border-glow hover:text-glow">
            Show all {events.length} interviews
          </summary>
          {cards(rest)}
        </details>
      )}
    </Section>
  )
}
