import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { ImportBatches } from './import-batches.tsx'

export const meta = describeRoom('Imports')

/** The room of the lists that were imported; each import has a page of its own. */
export default function ImportsRoom() {
  return <ImportBatches heading={RoomHeading} />
}
