import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { AuditLog } from './audit-log.tsx'

export const meta = describeRoom('Log')

/** The room of what administrators did. */
export default function LogRoom() {
  return <AuditLog />
}
