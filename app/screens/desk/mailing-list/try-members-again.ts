import type { MailingListMember } from '#shared/contract/mailing-list.ts'
import { call } from '#app/api/call.ts'
import type { Again } from '#app/screens/desk/parts/try-again.tsx'
import { mailingList } from './mailing-list-query.ts'

/** Puts one person, or everybody of whom MailerLite could not be told, back into the queue. */
export function tryMembersAgain(member?: Pick<MailingListMember, 'userId' | 'email'>): Again {
  return {
    label: member ? 'Try again' : 'Try all again',
    subject: `Telling MailerLite of ${member?.email ?? 'all of them'}`,
    retry: () =>
      call('POST /api/admin/mailing-list/try-again', { body: { userId: member?.userId } }),
    queryKey: mailingList.queryKey,
  }
}
