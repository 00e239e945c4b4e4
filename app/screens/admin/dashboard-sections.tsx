import { type ComponentType, lazy, Suspense, useEffect } from 'react'
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

const TodaySection = lazy(async () => ({
  default: (await import('#app/components/figures/today-section.tsx')).TodaySection,
}))
const EventDesk = lazy(async () => ({
  default: (await import('#app/components/events/event-desk.tsx')).EventDesk,
}))
const FiguresSection = lazy(async () => ({
  default: (await import('#app/components/figures/figures-section.tsx')).FiguresSection,
}))
const DeliveryDesk = lazy(async () => ({
  default: (await import('#app/components/deliveries/delivery-desk.tsx')).DeliveryDesk,
}))
const SeatDesk = lazy(async () => ({
  default: (await import('#app/components/seats/seat-desk.tsx')).SeatDesk,
}))
const MailingListDesk = lazy(async () => ({
  default: (await import('#app/components/mailing-list/mailing-list-desk.tsx')).MailingListDesk,
}))
const ImportBatches = lazy(async () => ({
  default: (await import('#app/components/imports/import-batches.tsx')).ImportBatches,
}))
const AuditLog = lazy(async () => ({
  default: (await import('#app/components/audit/audit-log.tsx')).AuditLog,
}))

/** `name` stands in the page's navigation. A section without one is not led to. */
type DeskSection = { id: string; name?: string; Content: ComponentType<{ lists: DeskLists }> }

/** The whole desk, top to bottom: a new section is a line here. Specification 2 gives the first order. */
const sections: DeskSection[] = [
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
            <Suspense fallback={id === 'today' ? null : <Skeleton className="h-48" />}>
              <Content lists={lists} />
            </Suspense>
          </div>
        ))}
      </Container>
    </>
  )
}
