import type { MailingListMember } from '#shared/contract/mailing-list.ts'

type MemberGroupsProps = { member: MailingListMember }

/** The groups that MailerLite has somebody in: the members' group, then those of their events. */
export function MemberGroups({ member: { membersGroup, eventGroups } }: MemberGroupsProps) {
  const members = membersGroup === 'current' ? 'Members' : 'Members, by an earlier setting'
  const groups = eventGroups.map(({ id, title }) => ({
    key: String(id),
    name: title ?? `Event ${id}, deleted`,
  }))
  if (membersGroup) groups.unshift({ key: 'members', name: members })
  if (groups.length === 0) return <p className="text-muted">In no group yet</p>
  return (
    <ul aria-label="Groups" className="min-w-0 text-muted">
      {groups.map(({ key, name }) => (
        <li key={key} className="wrap-anywhere">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
