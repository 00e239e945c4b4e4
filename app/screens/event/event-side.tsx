import type { EventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { formId } from '#app/components/forms/form-id.ts'
import { QuestionsOfRegistrant } from '#app/components/questions/questions-of-registrant.tsx'
import { noScriptFallback } from '#app/ui/served-part.ts'
import { WatchOffer } from './watch-offer.tsx'
import { JoinButton } from './way-in.tsx'

const EventForm = noScriptFallback(async () => (await import('./event-form.tsx')).EventForm)

/** What can be done about the event: one form, the one that fits. On a telephone before what was said. */
export function EventSide({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  return (
    <div className="grid min-w-0 gap-8 self-start lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {event.isCancelled && (
        <p className="rounded-md border border-danger p-5 text-lead">
          This interview will not take place. Whoever had a seat has been written to.
        </p>
      )}
      <JoinButton event={event} />
      <QuestionsOfRegistrant event={event} />
      {event.status === 'completed' && !event.isCancelled && !event.isLive && (
        <WatchOffer event={event} />
      )}
      <section
        id={formId}
        className="scroll-mt-24 rounded-lg border border-line bg-raised px-5 py-7 shadow-lift sm:px-8 sm:py-9"
      >
        <EventForm event={event} answer={answer} />
      </section>
    </div>
  )
}
