import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { EventList } from './event-desk.tsx'

export const meta = describeRoom('Events')

/** The room of the events, with the pre-flight list of each. */
export default function EventsRoom() {
  return <EventList />
}
