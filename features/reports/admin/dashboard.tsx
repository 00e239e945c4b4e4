import { Upload } from 'lucide-react'
import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { decodeHash } from '#client/ui/decode-hash.ts'
import { useImportDialog } from '#features/imports/admin/attendee-import-host.tsx'
import { SetupLeft } from '#features/setup/admin/setup-left.tsx'
import { useDashboardReads, type DashboardReads } from './dashboard-reads.ts'
import { EventsOverview } from './events-overview.tsx'
import { ExportCsvButton } from './export-csv-button.tsx'
import {
  EventRegistrationsTable,
  MemberAccessTable,
  RegistrationsTable,
  VideoAccessTable,
} from './people-tables.tsx'
import { AnalyticsCards, StatCards } from './stat-cards.tsx'
import { NextUpSection } from './next-up-section.tsx'
import { Troubles } from './troubles.tsx'

export const meta = describeAdminPage()

/** Renders the dashboard. */
export default function Dashboard() {
  const { hash } = useLocation()
  const movedTo = movedSections[decodeHash(hash)]
  if (movedTo !== undefined) return <Navigate to={movedTo} replace />
  return <CurrentDashboard />
}

/** New paths of pages that were once sections of the dashboard, by the `#` fragment of the section. */
const movedSections: Record<string, string> = {
  events: '/admin/events',
  figures: '/admin/statistics',
  messages: '/admin/email/sent',
  seats: '/admin/people/zoom',
  'mailing-list': '/admin/people/mailerlite',
  imports: '/admin/people/imports',
  copies: '/admin/settings#copies',
  log: '/admin/settings/log',
}

/**
 * Renders the dashboard of a signed-in administrator. The sections above the totals do not wait for the numbers, and
 * stay the same elements when these arrive, so that an opened detail stays open and the focus stays where it is.
 */
function CurrentDashboard() {
  const reads = useDashboardReads()
  const isPending = reads.counts.isPending || reads.events.isPending
  return (
    <>
      {isPending ? (
        <>
          <h1 className="sr-only">Admin Dashboard</h1>
          <output className="flex items-center gap-3 text-lead">
            <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
            Loading data...
          </output>
        </>
      ) : (
        <>
          <DashboardHeader />
          <SectionLinks />
        </>
      )}
      {sections
        .filter(({ isEarly }) => isEarly || !isPending)
        .map(({ id, Content }) => (
          <div key={id} id={id} className="mt-7 scroll-mt-20 empty:hidden sm:mt-10">
            <Content reads={reads} />
          </div>
        ))}
    </>
  )
}

/** Renders the remaining setup steps for owners only, because only they may change settings. */
function SetupPart() {
  return (
    <ForRole needs="owner">
      <SetupLeft />
    </ForRole>
  )
}

/** Renders the page's title, subtitle and buttons; the button to log out is in the admin area's frame. */
function DashboardHeader() {
  const { series } = useSite().site
  const { openImport } = useImportDialog()
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <PageHeading>{series.name} Admin Dashboard</PageHeading>
        <p className="mt-2 text-muted">Manage registrations, video access, and bulk imports</p>
      </div>
      <ForRole needs="editor">
        <div className="flex grow flex-wrap gap-2.5 sm:grow-0">
          <Button
            variant="secondary"
            className="grow px-3.5! text-small! sm:grow-0 sm:px-5!"
            onClick={() => openImport()}
          >
            <Upload aria-hidden size={17} />
            Import Attendees
          </Button>
          <ExportCsvButton />
        </div>
      </ForRole>
    </header>
  )
}

/**
 * A section of the dashboard. Sections with a `name` are listed in the links at the top of the page; early ones are
 * displayed before the numbers have arrived.
 */
type DashboardSection = {
  id: string
  isEarly?: true
  name?: string
  Content: ComponentType<{ reads: DashboardReads }>
}

/** Sections of the dashboard from top to bottom. */
const sections: DashboardSection[] = [
  { id: 'warnings', isEarly: true, Content: Troubles },
  { id: 'setup', isEarly: true, Content: SetupPart },
  { id: 'next-up', isEarly: true, Content: NextUpSection },
  { id: 'totals', Content: StatCards },
  { id: 'overview', name: 'Events Overview', Content: EventsOverview },
  { id: 'by-event', name: 'Event Registrations by Event', Content: EventRegistrationsTable },
  { id: 'video-only', name: 'Video-Only Access Users', Content: VideoAccessTable },
  { id: 'usage', name: 'Library Usage', Content: AnalyticsCards },
  { id: 'access', name: 'Member Access Breakdown', Content: MemberAccessTable },
  { id: 'everybody', name: 'All Registrations', Content: RegistrationsTable },
]

/** Renders links to the sections of the page. */
function SectionLinks() {
  return (
    <ul aria-label="On this page" className="mt-4 flex flex-wrap gap-x-5">
      {sections.map(
        ({ id, name }) =>
          name && (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center text-small font-medium text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {name}
              </a>
            </li>
          ),
      )}
    </ul>
  )
}
