import { AdminDoor } from '#app/components/desk/admin-door.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSections } from './dashboard-sections.tsx'
import { useDeskLists } from './use-desk-lists.ts'

/** Specification 2, "/admin", for an administrator. */
export function Dashboard() {
  const lists = useDeskLists()
  if (Object.values(lists).some(({ isPending }) => isPending)) {
    return (
      <AdminDoor>
        <h1 className="sr-only">Admin Dashboard</h1>
        <output className="flex items-center gap-3 text-lead">
          <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
          Loading data...
        </output>
      </AdminDoor>
    )
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <DashboardHeader registrations={lists.registrations.data ?? []} />
      <main id="main" className="grow pb-20">
        <DashboardSections lists={lists} />
      </main>
    </div>
  )
}
