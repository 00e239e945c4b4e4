import { useRef } from 'react'
import type { MailingListMember } from '#shared/contract/mailing-list.ts'
import { PersonCell } from '#app/components/desk/person-cell.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { describeMember, isTroubled, memberWords } from './describe-member.ts'
import { MemberGroups } from './member-groups.tsx'
import { TryMembersAgain } from './try-members-again.tsx'

/** One person who agreed to updates, and what became of them at MailerLite. */
export function MemberLine({ member }: { member: MailingListMember }) {
  const format = useFormatInstant()
  const line = useRef<HTMLLIElement>(null)
  const { email, name, state } = member
  return (
    <li
      ref={line}
      tabIndex={-1}
      aria-label={`MailerLite entry of ${email}`}
      className="grid gap-x-5 gap-y-1.5 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,9fr)] lg:items-center"
    >
      <PersonCell name={name} email={email} />
      <MemberGroups member={member} />
      <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 lg:items-center">
        <span className="lg:w-28">
          <Badge tone={memberWords[state].tone}>{memberWords[state].name}</Badge>
        </span>
        <p
          className={`min-w-0 grow basis-40 wrap-anywhere figures ${isTroubled(member) ? 'text-danger' : 'text-muted'}`}
        >
          {describeMember(member, format)}
        </p>
        {isTroubled(member) && (
          <TryMembersAgain member={member} onGone={() => line.current?.focus()} />
        )}
      </div>
    </li>
  )
}
