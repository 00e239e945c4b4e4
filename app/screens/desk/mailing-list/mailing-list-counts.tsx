import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getMailingList } from '#shared/contract/mailing-list.ts'

type MailingListCountsProps = { list: ReplyOf<typeof getMailingList> }

/** How many agreed, and what became of them at MailerLite. */
export function MailingListCounts({ list }: MailingListCountsProps) {
  const { agreed, counts, isConfigured } = list
  const figures: [string, number][] = [
    ['Agreed to updates', agreed],
    ['At MailerLite', counts.synced],
    ['On their way', counts.waiting + counts.syncing],
    ['Failed', counts.failed],
    ['Unsubscribed', counts.left],
  ]
  return (
    <dl className="mt-5 flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {figures.slice(0, isConfigured ? undefined : 1).map(([name, count]) => (
        <div key={name} className="grow basis-36 bg-raised px-4 py-3">
          <dt className="text-caption text-muted">{name}</dt>
          <dd
            className={`mt-1 text-subheading figures ${name === 'Failed' && count > 0 ? 'text-danger' : ''}`}
          >
            {count.toLocaleString('en-GB')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
