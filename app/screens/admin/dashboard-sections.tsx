import { lazy, Suspense } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'

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
const ImportBatches = lazy(async () => ({
  default: (await import('#app/components/imports/import-batches.tsx')).ImportBatches,
}))
const AuditLog = lazy(async () => ({
  default: (await import('#app/components/audit/audit-log.tsx')).AuditLog,
}))

/** Everything below the header, in the order of the page. A new section of the desk is added here. */
const sections = [
  { id: 'today', Content: TodaySection },
  { id: 'events', Content: EventDesk },
  { id: 'figures', Content: FiguresSection },
  { id: 'messages', Content: DeliveryDesk },
  { id: 'imports', Content: ImportBatches },
  { id: 'log', Content: AuditLog },
]

export function DashboardSections() {
  return sections.map(({ id, Content }) => (
    <div key={id} id={id} className="mt-12 empty:hidden">
      <Suspense fallback={id === 'today' ? null : <Skeleton className="h-48" />}>
        <Content />
      </Suspense>
    </div>
  ))
}
