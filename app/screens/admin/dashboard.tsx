import { DashboardHeader } from './dashboard-header.tsx'
import { DashboardSections } from './dashboard-sections.tsx'
import { Container } from '#app/ui/section.tsx'

/** Specification 2, "/admin", for an administrator. */
export function Dashboard() {
  return (
    <div className="flex min-h-dvh flex-col">
      <DashboardHeader />
      <main id="main" className="grow pb-16">
        <Container>
          <DashboardSections />
        </Container>
      </main>
    </div>
  )
}
