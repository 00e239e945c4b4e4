import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { pathOf, call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { auditActionNames, describeAuditEntry, describeActor } from './audit-words.ts'

export const meta = describeAdminPage('Log')

const pageSize = 20

const auditLog = infiniteQueryOptions({
  queryKey: [pathOf('GET /api/admin/audit-log')],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/admin/audit-log', { query: { before: pageParam, limit: pageSize }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
  staleTime: 0,
})

/** The admin area's section on what administrators did, newest first; nobody can change it. */
export default function AuditLog() {
  const query = useInfiniteQuery(auditLog)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const format = useFormatInstant()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-labelledby="audit-heading">
      <PageHeading id="audit-heading">Audit log</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        What administrators did, newest first. Nobody can change it; old lines go after their time.
      </p>
      <NotLoaded
        query={query}
        words="The audit log could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {data && (
        <Card className="mt-5">
          {entries.length === 0 && <p className="px-5 py-8 text-muted">Nothing was done yet.</p>}
          <ul aria-label="Acts, newest first">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="grid gap-x-6 gap-y-0.5 border-t border-line px-4 py-2.5 text-small first:border-t-0 sm:px-5 md:grid-cols-[11rem_10rem_minmax(0,1fr)]"
              >
                <span className="text-muted figures">{format(entry.at)}</span>
                <span className="font-semibold">{auditActionNames[entry.action]}</span>
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{describeAuditEntry(entry)}</bdi>
                  <span className="block text-muted">
                    <bdi>{describeActor(entry)}</bdi>
                    {entry.address && ` from ${entry.address}`}
                    {entry.count > 1 && `, since ${format(entry.firstAt)}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show older acts'}
        </Button>
      )}
    </section>
  )
}
