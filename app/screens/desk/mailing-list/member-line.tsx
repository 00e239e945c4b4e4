import type { MailingListMember } from '#shared/contract/mailing-list.ts'
import { PersonCell } from '#app/screens/desk/parts/person-cell.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { WorkLine } from '#app/screens/desk/parts/work-line.tsx'
import { describeMember, isTroubled, memberWords } from './describe-member.ts'
import { MemberGroups } from './member-groups.tsx'
import { tryMembersAgain } from './try-members-again.ts'

/** One person who agreed to updates, and what became of them at MailerLite. */
export function MemberLine({ member }: { member: MailingListMember }) {
  const format = useFormatInstant()
  const { email, personKey, name, state } = member
  return (
    <WorkLine
      label={`MailerLite entry of ${email}`}
      state={memberWords[state]}
      stateWidth="lg:w-28"
      sentence={describeMember(member, format)}
      isBad={isTroubled(member)}
      again={isTroubled(member) && tryMembersAgain(member)}
    >
      <PersonCell {...{ personKey, name, email }} />
      <MemberGroups member={member} />
    </WorkLine>
  )
}
