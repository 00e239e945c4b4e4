import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { ReportsSection } from './figures-section.tsx'

export const meta = describeRoom('Figures')

/** The room of the pictures: registrations, use of the library, what was watched. */
export default function ReportsRoom() {
  return <ReportsSection />
}
