import type { MailingListMember } from '#shared/contract/mailing-list.ts'
import { call } from '#app/api/call.ts'
import { TryAgain } from '#app/components/deliveries/try-again.tsx'
import { mailingList } from './mailing-list-query.ts'

type TryMembersAgainProps = {
  /** All who failed or hang between tries where nobody is named. */
  member?: Pick<MailingListMember, 'userId' | 'email'>
  onGone: () => void
}

/** Puts one person, or everybody of whom MailerLite could not be told, back into the queue. */
export function TryMembersAgain({ member, onGone }: TryMembersAgainProps) {
  return (
    <TryAgain
      label={member ? 'Try again' : 'Try all again'}
      subject={
        member ? `Telling MailerLite of ${member.email}` : 'Telling MailerLite of all of them'
      }
      repeat={() =>
        call('POST /api/admin/mailing-list/try-again', { body: { userId: member?.userId } })
      }
      queryKey={mailingList.queryKey}
      onGone={onGone}
    />
  )
}
