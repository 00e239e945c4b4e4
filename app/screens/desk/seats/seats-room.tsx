import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { WebinarSeatList } from './seat-desk.tsx'

export const meta = describeRoom('Seats')

/** The room of the seats in webinars. */
export default function WebinarSeatsRoom() {
  return <WebinarSeatList />
}
