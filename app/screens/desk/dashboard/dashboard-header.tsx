import { Upload } from 'lucide-react'
import { useSite } from '#app/components/use-site.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { useAdminFrame } from '#app/screens/desk/parts/use-desk.ts'
import { Button } from '#app/ui/button.tsx'
import { ExportCsvButton } from './export-csv-button.tsx'
import type { DashboardLists } from './use-desk-lists.ts'

/** Title, subtitle and the header's buttons; Logout stands above. Specification, "Admin area". */
export function DashboardHeader({ lists }: { lists: DashboardLists }) {
  const { series } = useSite().site
  const { openImport } = useAdminFrame()
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <RoomHeading>{series.name} Admin Dashboard</RoomHeading>
        <p className="mt-2 text-muted">Manage registrations, video access, and bulk imports</p>
      </div>
      <div className="flex grow flex-wrap gap-2.5 sm:grow-0">
        <Button
          variant="secondary"
          className="grow px-3.5! text-small! sm:grow-0 sm:px-5!"
          onClick={openImport}
        >
          <Upload aria-hidden size={17} />
          Import Attendees
        </Button>
        <ExportCsvButton lists={lists} />
      </div>
    </header>
  )
}
