import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import type { AnnouncementSummary } from '#features/announcements/contract.ts'
import { ProgressBar } from './announcement-progress.tsx'
import {
  announcementsOf,
  announcementLabels,
  pageSize,
  recipientLabels,
  titleOf,
} from './announcement-queries.ts'
import { Pages } from './pages.tsx'

/** Lists announcements with their results, newest first: all announcements, or those about one event. */
export function AnnouncementList({ eventId }: { eventId?: number }) {
  const [page, setPage] = useState(1)
  const read = useQuery({ ...announcementsOf(page, eventId), placeholderData: keepPreviousData })
  const { announcements = [], total = 0 } = read.data ?? {}
  return (
    <>
      <NotLoaded
        query={read}
        message="The announcements could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {read.data && (
        <Card className="mt-6">
          {announcements.length === 0 ? (
            <p className="px-5 py-8 text-muted">No announcements yet.</p>
          ) : (
            <ul aria-label="Announcements, newest first" className="divide-y divide-line">
              {announcements.map((announcement) => (
                <AnnouncementLine key={announcement.id} announcement={announcement} />
              ))}
            </ul>
          )}
        </Card>
      )}
      <Pages page={page} total={total} limit={pageSize} onPage={setPage} />
    </>
  )
}

function AnnouncementLine({ announcement }: { announcement: AnnouncementSummary }) {
  const format = useFormatInstant()
  const { id, topic, eventTitle, state, at, updatedAt, counts } = announcement
  const words = announcementLabels[state]
  const told = Object.entries(recipientLabels)
    .map(([one, { name }]) => [name, counts[one as keyof typeof counts]] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count.toLocaleString('en-GB')}`)
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        <Link
          to={`/admin/email/${id}`}
          className="inline-block min-h-6 font-semibold underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow hover:decoration-2 pointer-coarse:py-1.5"
        >
          <bdi>{titleOf(announcement)}</bdi>
        </Link>
        <p className="text-small text-muted">
          {topic === 'event' ? 'About an event' : 'Newsletter'}
          {eventTitle && (
            <>
              {' '}
              · <bdi>{eventTitle}</bdi>
            </>
          )}
          <span>{' · '}</span>
          {state === 'draft' ? (
            <span>saved {format(updatedAt)}</span>
          ) : (
            at && <span>{format(at)}</span>
          )}
        </p>
      </div>
      <div className="grid min-w-0 gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted figures">
          <Badge tone={words.tone}>{words.name}</Badge>
          {told.join(' · ')}
        </p>
        {state !== 'draft' && <ProgressBar counts={counts} />}
      </div>
    </li>
  )
}
