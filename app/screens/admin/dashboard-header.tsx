import { Download, LogOut, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RegistrationRow } from '#shared/contract/desk.ts'
import { Brand } from '#app/components/brand.tsx'
import { downloadText } from '#app/components/imports/download-text.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { codeDialog } from '#app/ui/code-part.ts'
import { Container } from '#app/ui/section.tsx'
import { useAdminLogout } from './use-admin-logout.ts'
import { writeRegistrationsCsv } from './write-registrations-csv.ts'

const AttendeeImportDialog = codeDialog(
  async () =>
    (await import('#app/components/imports/attendee-import-dialog.tsx')).AttendeeImportDialog,
)

/** Title, subtitle and the header's buttons. Specification 2, "/admin". */
export function DashboardHeader({ registrations }: { registrations: RegistrationRow[] }) {
  const { series, display } = useSite().site
  const logout = useAdminLogout()
  const [isImporting, setIsImporting] = useState(false)
  // Once opened it stays: an import goes on while its dialog is closed.
  const [wasOpened, setWasOpened] = useState(false)

  const heading = useRef<HTMLHeadingElement>(null)
  // After a login the form is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])

  function exportCsv() {
    const file = writeRegistrationsCsv(registrations, { now: new Date(), zone: display.zone })
    if (file) downloadText(file.name, file.text)
  }

  return (
    <header className="on-stage border-b border-line">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        <Button
          variant="quiet"
          className="px-0! text-small!"
          pending={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <LogOut aria-hidden size={17} />
          Logout
        </Button>
      </Container>
      <Container className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-4 pb-7">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
            {series.name} Admin Dashboard
          </h1>
          <p className="mt-2 text-muted">Manage registrations, video access, and bulk imports</p>
        </div>
        <div className="flex grow flex-wrap gap-2.5 sm:grow-0">
          <Button
            variant="secondary"
            className="grow px-3.5! text-small! sm:grow-0 sm:px-5!"
            onClick={() => {
              setWasOpened(true)
              setIsImporting(true)
            }}
          >
            <Upload aria-hidden size={17} />
            Import Attendees
          </Button>
          <Button className="grow px-3.5! text-small! sm:grow-0 sm:px-5!" onClick={exportCsv}>
            <Download aria-hidden size={17} />
            Export CSV
          </Button>
        </div>
      </Container>
      {wasOpened && (
        <AttendeeImportDialog open={isImporting} onClose={() => setIsImporting(false)} />
      )}
    </header>
  )
}
