import { Navigate, useLocation } from 'react-router'
import { decodeHash } from '#app/components/decode-hash.ts'
import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { movedSections } from '#app/screens/desk/parts/desk-rooms.ts'
import { Dashboard } from './dashboard.tsx'

export const meta = describeRoom()

/** The specified dashboard. Specification, "Admin area". What stood below it once is in rooms of its own. */
export default function Admin() {
  const { hash } = useLocation()
  const room = movedSections[decodeHash(hash)]
  return room === undefined ? <Dashboard /> : <Navigate to={room} replace />
}
