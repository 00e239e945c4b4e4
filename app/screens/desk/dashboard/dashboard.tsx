import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSections } from './dashboard-sections.tsx'
import { TodaySection } from './today-section.tsx'
import { useDashboardLists } from './use-desk-lists.ts'

/** Specification, "Admin area", for an administrator. */
export function Dashboard() {
  const lists = useDashboardLists()
  // Rows are shown as they arrive, numbers at once.
  if (lists.counts.isPending || lists.events.isPending) {
    return (
      <>
        <h1 className="sr-only">Admin Dashboard</h1>
        <output className="flex items-center gap-3 text-lead">
          <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
          Loading data...
        </output>
        <div className="mt-7 empty:hidden">
          <TodaySection />
        </div>
      </>
    )
  }
  return (
    <>
      <DashboardHeader lists={lists} />
      <DashboardSections lists={lists} />
    </>
  )
}
