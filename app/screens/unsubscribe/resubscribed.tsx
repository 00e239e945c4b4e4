import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { restoreSubscription } from '#shared/contract/links.ts'
import type { Topic } from '#shared/messages.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'

type ResubscribedProps = ReplyOf<typeof restoreSubscription> & {
  /** Taking back what was left at another time as well. */
  more: { restore: () => void; isPending: boolean; error: Error | null }
}

const subjects = (topics: Topic[]) =>
  topics.length === 2 ? 'Reminders and news' : topics[0] === 'news' ? 'News' : 'Reminders'

const leftEarlier: Record<Topic, string> = {
  reminders: 'You stopped reminders of your events at another time: they stay off.',
  news: 'You stopped news of recordings at another time: it stays off.',
}
const alsoWanted: Record<Topic, string> = {
  reminders: 'Send me reminders again too',
  news: 'Send me news again too',
}

/** What comes again, and what does not unless it is asked for. */
export function Resubscribed({ email, topics, stillLeft, more }: ResubscribedProps) {
  const [left] = stillLeft
  return (
    <>
      <p className="wrap-anywhere">
        {subjects(topics)} will come to <strong>{email}</strong> again.
      </p>
      {left && (
        <>
          <p>{leftEarlier[left]}</p>
          {more.error && (
            <p role="alert" className="text-danger">
              {explainLinkFailure(more.error)}
            </p>
          )}
          <Button variant="quiet" className="px-0!" pending={more.isPending} onClick={more.restore}>
            {alsoWanted[left]}
          </Button>
        </>
      )}
      <ButtonLink size="large" variant="secondary" href="/">
        To the front page
      </ButtonLink>
    </>
  )
}
