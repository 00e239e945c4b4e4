import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { MailingListMembers } from './mailing-list-desk.tsx'

export const meta = describeRoom('Mailing list')

/** The room of the people at MailerLite. */
export default function MailingListRoom() {
  return <MailingListMembers />
}
