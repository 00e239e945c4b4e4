import type { TroubledMember } from '#shared/contract/mailing-list.ts'
import type { MemberState } from '#shared/mailing-list.ts'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { TryMembersAgain } from './try-members-again.tsx'

type TroubledMembersProps = { members: TroubledMember[]; counts: Record<MemberState, number> }

/** Whoever MailerLite was not told of, with the reason and what can be done. */
export function TroubledMembers({ members, counts }: TroubledMembersProps) {
  if (members.length === 0) {
    const isQuiet = counts.waiting + counts.syncing === 0
    return (
      <output className="mt-4 block text-small text-muted">
        {isQuiet ? 'Nothing failed.' : 'Nothing failed; some are on their way.'}
      </output>
    )
  }
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-subheading">Not there yet, and why</h3>
        <TryMembersAgain />
      </div>
      <Card className="mt-3">
        <ul aria-label="People whom MailerLite does not have">
          {members.map((member) => (
            <Line key={member.userId} member={member} />
          ))}
        </ul>
      </Card>
    </>
  )
}

function Line({ member }: { member: TroubledMember }) {
  const format = useFormatInstant()
  const { attempts, email, lastError, name, nextTryAt, state } = member
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  const next = nextTryAt ? ` Next try ${format(nextTryAt)}.` : ''
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,10fr)_auto] lg:items-center">
      <p className="min-w-0">
        {name && <bdi className="block wrap-anywhere font-semibold">{name}</bdi>}
        <span className="wrap-anywhere text-muted">{email}</span>
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>
          {state === 'failed' ? 'Failed' : 'Waiting'}
        </Badge>
        <span className="min-w-0 grow basis-40 wrap-anywhere text-danger figures">
          After {tries}: {lastError ?? 'no reason was given'}.{next}
        </span>
      </p>
      <TryMembersAgain member={member} />
    </li>
  )
}
