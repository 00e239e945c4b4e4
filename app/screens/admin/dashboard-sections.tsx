import { type ComponentType, useEffect } from 'react'
import { codePart } from '#app/ui/code-part.ts'
import { Container } from '#app/ui/section.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { AnalyticsCards } from './analytics-cards.tsx'
import { EventRegistrationsTable } from './event-registrations-table.tsx'
import { EventsOverview } from './events-overview.tsx'
import { MemberAccessTable } from './member-access-table.tsx'
import { RegistrationsTable } from './registrations-table.tsx'
import { SectionNav } from './section-nav.tsx'
import { StatCards } from './stat-cards.tsx'
import type { DeskLists } from './use-desk-lists.ts'
import { VideoAccessTable } from './video-access-table.tsx'

const waiting = <Skeleton className="h-48" />

const TodaySection = codePart(
  async () => (await import('#app/components/figures/today-section.tsx')).TodaySection,
)
const EventDesk = codePart(
  async () => (await import('#app/components/events/event-desk.tsx')).EventDesk,
  waiting,
)
const FiguresSection = codePart(
  async () => (await import('#app/components/figures/figures-section.tsx')).FiguresSection,
  waiting,
)
const DeliveryDesk = codePart(
  async () => (await import('#app/components/deliveries/delivery-desk.tsx')).DeliveryDesk,
  waiting,
)
const SeatDesk = codePart(
  async () => (await import('#app/components/seats/seat-desk.tsx')).SeatDesk,
  waiting,
)
const MailingListDesk = codePart(
  async () => (await import('#app/components/mailing-list/mailing-list-desk.tsx')).MailingListDesk,
  waiting,
)
const ImportBatches = codePart(
  async () => (await import('#app/components/imports/import-batches.tsx')).ImportBatches,
  waiting,
)
const CopiesWarning = codePart(
  async () => (await import('#app/components/copies/copies-warning.tsx')).CopiesWarning,
)
const CopiesSection = codePart(
  async () => (await import('#app/components/copies/copies-section.tsx')).CopiesSection,
  waiting,
)
const AuditLog = codePart(
  async () => (await import('#app/components/audit/audit-log.tsx')).AuditLog,
  waiting,
)

/** `name` stands in the page's navigation. A section without one is not led to. */
type DeskSection = { id: string; name?: string; Content: ComponentType<{ lists: DeskLists }> }

/** The whole desk, top to bottom: a new section is a line here. Specification 2 gives the first order. */
const sections: DeskSection[] = [
  { id: 'warnings', Content: CopiesWarning },
  { id: 'today', Content: TodaySection },
  { id: 'totals', Content: StatCards },
  { id: 'overview', name: 'Overview', Content: EventsOverview },
  { id: 'by-event', name: 'By event', Content: EventRegistrationsTable },
  { id: 'video-only', name: 'Video only', Content: VideoAccessTable },
  { id: 'usage', name: 'Usage', Content: AnalyticsCards },
  { id: 'access', name: 'Access', Content: MemberAccessTable },
  { id: 'everybody', name: 'Registrations', Content: RegistrationsTable },
  { id: 'events', name: 'Events', Content: EventDesk },
  { id: 'figures', name: 'Figures', Content: FiguresSection },
  { id: 'messages', name: 'Messages', Content: DeliveryDesk },
  { id: 'seats', name: 'Seats', Content: SeatDesk },
  { id: 'mailing-list', name: 'Mailing list', Content: MailingListDesk },
  { id: 'imports', name: 'Imports', Content: ImportBatches },
  { id: 'copies', Content: CopiesSection },
  { id: 'log', name: 'Log', Content: AuditLog },
]

export function DashboardSections({ lists }: { lists: DeskLists }) {
  // The address's hash: when the browser looked for it, nothing of the desk was there.
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [])
  return (
    <>
      <SectionNav sections={sections} />
      <Container>
        {sections.map(({ id, Content }) => (
          <div key={id} id={id} className="mt-8 scroll-mt-20 empty:hidden sm:mt-12">
            <Content lists={lists} />
          </div>
        ))}
      </Container>
    </>
  )
}
