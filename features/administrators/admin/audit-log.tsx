import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { FilterField, SearchFilter } from '#client/admin/filter-field.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { pagedQuery } from '#client/admin/paged-list.tsx'
import { readOneOf, useAddressFilter } from '#client/admin/use-address-filter.ts'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { pathOf, call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { mostActsAtOnce } from '#features/administrators/rules.ts'
import { auditActions, type AuditAction } from '#kernel/values.ts'
import { auditActionNames } from './audit-actions.ts'
import { describeAuditEntry, describeActor } from './audit-labels.ts'

const pageSize = 20

type Wanted = { search: string; action?: AuditAction }

function auditLogOf(wanted: Wanted) {
  return pagedQuery({
    queryKey: [pathOf('GET /api/admin/audit-log'), wanted],
    load: ({ before, limit, signal }) =>
      call('GET /api/admin/audit-log', { query: { ...wanted, before, limit }, signal }),
    pageSize,
    mostAtOnce: mostActsAtOnce,
    isMoving: () => false,
  })
}

const columns: CsvColumns<AuditEntry> = {
  At: ({ at }, zone) => writeInstant(at, zone),
  Action: ({ action }) => auditActionNames[action],
  What: (entry) => {
    const { before, about, after } = describeAuditEntry(entry)
    return `${before}${about?.name ?? ''}${after}`
  },
  By: describeActor,
  Address: ({ address }) => address ?? '',
  Times: ({ count }) => String(count),
}

/** Renders the audit log with its filters, newest entries first. */
export function AuditLog() {
  const [chosen, setChosen] = useAddressFilter((params): Wanted => ({
    search: params.get('search') ?? '',
    action: readOneOf(params, 'action', auditActions),
  }))
  const wanted = { ...chosen, search: useDebounced(chosen.search.trim()) }
  const pages = auditLogOf(wanted)
  const query = useInfiniteQuery(pages)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const format = useFormatInstant()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-labelledby="audit-heading">
      <PageHeading id="audit-heading">Activity log</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        Everything administrators did, newest first. Entries cannot be changed, and old ones are
        deleted automatically.
      </p>
      <search className="mt-5 grid gap-4 sm:grid-cols-2">
        <SearchFilter
          label="Search"
          placeholder="e.g. a name or an event"
          value={chosen.search}
          onChange={(search) => setChosen({ ...chosen, search })}
        />
        <FilterField label="Action">
          {(control) => (
            <select
              {...control}
              value={chosen.action ?? ''}
              onChange={({ target }) =>
                setChosen({
                  ...chosen,
                  action: auditActions.find((action) => action === target.value),
                })
              }
            >
              <option value="">All actions</option>
              {auditActions.map((action) => (
                <option key={action} value={action}>
                  {auditActionNames[action]}
                </option>
              ))}
            </select>
          )}
        </FilterField>
      </search>
      <div className="mt-4">
        <DownloadRowsButton
          label="audit log"
          fileName="audit-log"
          columns={columns}
          read={(onArrived) => pages.readAll((page) => page.entries, onArrived)}
          isEmpty={entries.length === 0}
        />
      </div>
      <NotLoaded
        query={query}
        message="The audit log could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {data && (
        <Card className="mt-5">
          {entries.length === 0 && (
            <p className="px-5 py-8 text-muted">
              {wanted.search || wanted.action ? 'No match.' : 'No activity yet.'}
            </p>
          )}
          <ul aria-label="Activity, newest first">
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="grid gap-x-6 gap-y-0.5 border-t border-line px-4 py-2.5 text-small first:border-t-0 sm:px-5 md:grid-cols-[9.5rem_9rem_minmax(0,1fr)] lg:grid-cols-[11rem_12rem_minmax(0,1fr)]"
              >
                <span className="text-muted figures">{format(entry.at)}</span>
                <span className="font-semibold">{auditActionNames[entry.action]}</span>
                <span className="min-w-0 wrap-anywhere">
                  <AuditSentence entry={entry} />
                  <span className="block text-muted">
                    <bdi>{describeActor(entry)}</bdi>
                    {entry.address && <span>{` from ${entry.address}`}</span>}
                    {entry.count > 1 && <span>{`, since ${format(entry.firstAt)}`}</span>}
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
          {isFetchingNextPage ? 'Loading...' : 'Show older entries'}
        </Button>
      )}
    </section>
  )
}

function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { before, about, after } = describeAuditEntry(entry)
  return (
    <>
      {before}
      {about &&
        (about.to === null ? (
          <bdi>{about.name}</bdi>
        ) : (
          <Link
            to={about.to}
            className="leading-6 font-semibold underline decoration-line-strong underline-offset-4 hover:text-glow"
          >
            <bdi>{about.name}</bdi>
          </Link>
        ))}
      {after}
    </>
  )
}
