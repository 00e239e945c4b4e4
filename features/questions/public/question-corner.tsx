import { useQuery } from '@tanstack/react-query'
import { serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { OwnQuestions, SharedQuestion } from '#features/questions/contract.ts'
import { boardTimes } from '#features/questions/rules.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { isOnItsDay } from '#kernel/event-time.ts'
import { writeCount } from '#kernel/write-count.ts'
import { AskForm, sharedQuestionsOf, useAsking } from './ask-form.tsx'

/**
 * Interval in milliseconds between refetches of questions before the event's day; short enough that the visitor's own
 * vote is soon visible.
 */
const quietMs = 10_000

type QuestionCornerProps = { event: EventPage; own: OwnQuestions; linkToken: string | undefined }

/** The section in which registrants ask the guest questions and vote for others' questions. */
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

type MyQuestionsProps = {
  mine: OwnQuestions['mine']
  /** All public questions; their numbers of votes are more recent than those in `mine`. */
  votes: SharedQuestion[]
}

/** Lists the registrant's own questions with their states. */
function MyQuestions({ mine, votes }: MyQuestionsProps) {
  if (mine.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="font-sans text-base font-semibold">Your questions</h3>
      <ul className="mt-2 grid gap-3">
        {mine.map((question) => {
          const now = votes.find(({ id }) => id === question.id) ?? question
          return (
            <li key={question.id} className="rounded-md border border-line p-4">
              <p className="wrap-anywhere">{question.text}</p>
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
                {now.state === 'picked' && <Badge tone="accent">Next</Badge>}
                {now.state === 'answered' && <Badge tone="success">Answered</Badge>}
                <span>
                  {question.isShared ? describeVotes(now.votes) : 'Only visible to the host'}
                </span>
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type OthersQuestionsProps = {
  questions: SharedQuestion[]
  votedFor: number[]
  voting: ReturnType<typeof useAsking>['voting']
}

/** Lists other registrants' public questions, each with a button that votes or withdraws the vote. */
function OthersQuestions({ questions, votedFor, voting }: OthersQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="font-sans text-base font-semibold">Other questions</h3>
      {voting.isError && (
        <p role="alert" className="mt-2 text-danger">
          {serverMessage(voting.error) ?? 'Your vote was not saved. Please try again.'}
        </p>
      )}
      <ul className="mt-2 grid gap-3">
        {questions.map(({ id, text, state, votes }) => {
          const isFor = votedFor.includes(id)
          const isPending = voting.isPending && voting.variables.id === id
          return (
            <li key={id} className="rounded-md border border-line p-4">
              <p id={`question-${id}`} className="wrap-anywhere">
                {text}
              </p>
              <p className="mt-3 flex flex-wrap items-center gap-3 text-small">
                <Button
                  variant={isFor ? 'primary' : 'secondary'}
                  aria-pressed={isFor}
                  aria-describedby={`question-${id}`}
                  pending={isPending}
                  onClick={() => voting.mutate({ id, isFor: !isFor })}
                >
                  Me too
                </Button>
                <span className="text-muted figures">{describeVotes(votes)}</span>
                {state === 'picked' && <Badge tone="accent">Next</Badge>}
                {state === 'answered' && <Badge tone="success">Answered</Badge>}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function describeVotes(votes: number): string {
  return writeCount(votes, 'vote')
}
