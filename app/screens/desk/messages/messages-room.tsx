import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { OutboxEntryDesk } from './delivery-desk.tsx'

export const meta = describeRoom('Messages')

/** The room of the mails. */
export default function MessagesRoom() {
  return <OutboxEntryDesk />
}
