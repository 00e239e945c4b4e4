import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { OutboxList } from './delivery-desk.tsx'

export const meta = describeRoom('Messages')

/** The room of the mails. */
export default function MailsRoom() {
  return <OutboxList />
}
