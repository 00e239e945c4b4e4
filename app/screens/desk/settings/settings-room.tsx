import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { AdministratorsSection } from './administrators-section.tsx'
import { BackupsSection } from './copies-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { SetupSection } from './setup-section.tsx'

export const meta = describeRoom('Settings')

/** The room of who may enter the admin area, and of how the site is set up. */
export default function SettingsRoom() {
  return (
    <>
      <RoomHeading>Settings</RoomHeading>
      <div className="mt-8 grid max-w-5xl gap-12">
        <AdministratorsSection />
        <BackupsSection />
        <SetupSection />
        <LimitsSection />
      </div>
    </>
  )
}
