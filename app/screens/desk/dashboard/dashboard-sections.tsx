import type { ComponentType } from 'react'
import { AnalyticsCards } from './analytics-cards.tsx'
import { BackupsWarning } from './copies-warning.tsx'
import { EventRegistrationsTable } from './event-registrations-table.tsx'
import { EventsOverview } from './events-overview.tsx'
import { MemberAccessTable } from './member-access-table.tsx'
import { RegistrationsTable } from './registrations-table.tsx'
import { StatCards } from './stat-cards.tsx'
import { TodaySection } from './today-section.tsx'
import type { DashboardLists } from './use-desk-lists.ts'
import { VideoAccessTable } from './video-access-table.tsx'

/** `name` stands in the way to the parts of the page. One without it is not led to. */
type DashboardSection = {
  id: string
  name?: string
  Content: ComponentType<{ lists: DashboardLists }>
}

/** The dashboard, top to bottom, the order given from the totals on. Specification, "Admin area". */
const sections: DashboardSection[] = [
  { id: 'today', Content: TodaySection },
  { id: 'warnings', Content: BackupsWarning },
  { id: 'totals', Content: StatCards },
  { id: 'overview', name: 'Events Overview', Content: EventsOverview },
  { id: 'by-event', name: 'By event', Content: EventRegistrationsTable },
  { id: 'video-only', name: 'Video only', Content: VideoAccessTable },
  { id: 'usage', name: 'Usage', Content: AnalyticsCards },
  { id: 'access', name: 'Access', Content: MemberAccessTable },
  { id: 'everybody', name: 'Registrations', Content: RegistrationsTable },
]

export function DashboardSections({ lists }: { lists: DashboardLists }) {
  return (
    <>
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
      {sections.map(({ id, Content }) => (
        <div key={id} id={id} className="mt-7 scroll-mt-20 empty:hidden sm:mt-10">
          <Content lists={lists} />
        </div>
      ))}
    </>
  )
}
