import { Link } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { FailedMails } from '#features/mails/admin/failed-mails.tsx'
import { AnnouncementPage, NewAnnouncement } from './announcement-page.tsx'
import { AnnouncementList } from './announcement-list.tsx'

/** Admin pages of announcements: the list, a new announcement (`new`), or the announcement with this id. */
export function Announcements({ id }: { id: string | undefined }) {
  if (id === undefined) return <AnnouncementListPage />
  if (id === 'new') return <NewAnnouncement />
  return <AnnouncementPage key={id} id={Number(id)} />
}

function AnnouncementListPage() {
  return (
    <section aria-labelledby="announcements-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id="announcements-heading">Announcements</PageHeading>
        <ForRole needs="editor">
          <Link to="/admin/email/new" className={buttonStyle()}>
            New announcement
          </Link>
        </ForRole>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Email everyone registered for an event, those who attended or missed it, or everyone who
        agreed to updates.
      </p>
      <FailedMails />
      <AnnouncementList />
    </section>
  )
}
