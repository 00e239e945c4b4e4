import { useRef } from 'react'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getMailingList } from '#shared/contract/mailing-list.ts'
import { TryAgain } from '#app/screens/desk/parts/try-again.tsx'
import { tryMembersAgain } from './try-members-again.ts'

type MailingListTroubleProps = { list: ReplyOf<typeof getMailingList> }

/** Of how many people MailerLite could not be told so far, and 'Try all again'. */
export function MailingListTrouble({ list: { counts, troubled } }: MailingListTroubleProps) {
  const status = useRef<HTMLOutputElement>(null)
  const isQuiet = counts.waiting + counts.syncing === 0
  const none = isQuiet ? 'Nothing failed.' : 'Nothing failed; some are on their way.'
  const people = troubled === 1 ? '1 person' : `${troubled.toLocaleString('en-GB')} people`
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <output ref={status} tabIndex={-1} className="text-small text-muted figures">
        {troubled === 0 ? none : `MailerLite could not be told of ${people}.`}
      </output>
      {troubled > 0 && <TryAgain {...tryMembersAgain()} onGone={() => status.current?.focus()} />}
    </div>
  )
}
