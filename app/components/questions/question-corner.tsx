import type { EventPage } from '#shared/contract/events.ts'
import type { OwnQuestions } from '#shared/contract/questions.ts'
import { isOnItsDay } from '#shared/event-time.ts'
import { boardTimes } from '#shared/questions.ts'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '#app/components/use-site.ts'
import { AskForm } from './ask-form.tsx'
import { MyQuestions } from './my-questions.tsx'
import { OthersQuestions } from './others-questions.tsx'
import { sharedQuestionsOf, useAsking } from './use-asking.ts'

/** Before its day nobody sits and waits for the next question; one's own vote is seen soon all the same. */
const quietMs = 10_000

type QuestionCornerProps = {
  event: EventPage
  own: OwnQuestions
  linkToken: string | undefined
}

/**
 * Where a registrant asks the guest, and says what of the others' questions they want to hear.
 * Specification, "Questions".
 */
export function QuestionCorner({ event, own, linkToken }: QuestionCornerProps) {
  const { zone } = useSite().site.display
  const { asking, voting } = useAsking(event.id, linkToken)
  const { data: shared } = useQuery({
    ...sharedQuestionsOf(event.id),
    refetchInterval: () =>
      event.isLive || isOnItsDay(event, new Date(), zone) ? boardTimes.asksEveryMs : quietMs,
  })
  const ownIds = new Set(own.mine.map(({ id }) => id))
  const others = shared?.questions.filter(({ id }) => !ownIds.has(id)) ?? []
  return (
    <section aria-labelledby="questions-heading" className="w-full border-t border-line pt-6">
      <h2 id="questions-heading" className="text-subheading wrap-anywhere">
        Ask {event.speakerName}
      </h2>
      <AskForm left={own.left} asking={asking} />
      <MyQuestions mine={own.mine} votes={shared?.questions ?? []} />
      <OthersQuestions questions={others} votedFor={own.votedFor} voting={voting} />
    </section>
  )
}
