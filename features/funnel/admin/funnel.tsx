import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterField } from '#client/admin/filter-field.tsx'
import { readId, readOneOf, useAddressFilter } from '#client/admin/use-address-filter.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import { titleInChoice } from '#features/events/admin/title-in-choice.ts'
import type { FunnelRow } from '#features/funnel/contract.ts'
import { type Grouping, groupings, stages } from '#features/funnel/rules.ts'
import { FunnelPeople } from './funnel-people.tsx'
import { funnel, type ShownPeople } from './funnel-queries.ts'
import { FunnelTable, groupingLabels, stageLabels, sumRows } from './funnel-table.tsx'

const readFilter = (params: URLSearchParams) => ({
  funnelEvent: readId(params, 'funnelEvent'),
  from: params.get('from') ?? undefined,
  to: params.get('to') ?? undefined,
  by: readOneOf(params, 'by', groupings),
})

/** Returns a complete date in the range that the server accepts; undefined while the administrator types. */
function readDay(typed: string | undefined) {
  return typed && typed >= '1970' && typed < '3000' ? typed : undefined
}

type FunnelProps = {
  /** Shows the funnel of this event only. Default: a select element offers all events. */
  eventId?: number
}

/** Renders where registrants come from and how far they get: filters, a chart, and a table whose numbers open lists. */
export function Funnel({ eventId }: FunnelProps) {
  const [chosen, setChosen] = useAddressFilter(readFilter)
  const [opened, setOpened] = useState<{ name: string; shown: ShownPeople }>()
  const events = useQuery(adminEvents).data ?? []
  const filter = {
    eventId: eventId ?? chosen.funnelEvent,
    from: readDay(chosen.from),
    to: readDay(chosen.to),
    by: chosen.by ?? 'source',
  }
  const isReversed = Boolean(filter.from && filter.to && filter.from > filter.to)
  const query = useQuery({ ...funnel(filter), enabled: !isReversed })
  const rows = isReversed ? undefined : query.data
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        {eventId === undefined && (
          <div className="col-span-2 md:col-span-1">
            <FilterField label="Filter by event">
              {(control) => (
                <select
                  {...control}
                  value={chosen.funnelEvent ?? ''}
                  onChange={({ target }) =>
                    setChosen({ ...chosen, funnelEvent: Number(target.value) || undefined })
                  }
                >
                  <option value="">All events</option>
                  {events.map((event) => (
                    <option key={event.id} value={event.id}>
                      {titleInChoice(event)}
                    </option>
                  ))}
                </select>
              )}
            </FilterField>
          </div>
        )}
        <div className="col-span-2 md:col-span-1">
          <FilterField label="Group by">
            {(control) => (
              <select
                {...control}
                value={filter.by}
                onChange={({ target }) => setChosen({ ...chosen, by: target.value as Grouping })}
              >
                {groupings.map((grouping) => (
                  <option key={grouping} value={grouping}>
                    {groupingLabels[grouping]}
                  </option>
                ))}
              </select>
            )}
          </FilterField>
        </div>
        {(['from', 'to'] as const).map((name) => (
          <FilterField key={name} label={name === 'from' ? 'First day' : 'Last day'}>
            {(control) => (
              <input
                {...control}
                type="date"
                aria-describedby={isReversed ? 'funnel-period' : undefined}
                value={chosen[name] ?? ''}
                onChange={({ target }) =>
                  setChosen({ ...chosen, [name]: target.value || undefined })
                }
              />
            )}
          </FilterField>
        ))}
      </div>
      {isReversed ? (
        <p id="funnel-period" role="alert" className="mt-2 text-small text-danger">
          The last day must not be before the first.
        </p>
      ) : (
        <NotLoaded query={query} message="The funnel could not be loaded." skeleton="mt-5 h-64" />
      )}
      {rows && rows.length === 0 && (
        <output className="mt-5 block text-muted">
          No views or registrations with this filter.
        </output>
      )}
      {rows && rows.length > 0 && (
        <div
          className={`mt-5 grid gap-5 ${eventId === undefined ? 'xl:grid-cols-[15rem_minmax(0,1fr)]' : ''}`}
        >
          <FunnelBars rows={rows} />
          <FunnelTable
            rows={rows}
            grouping={filter.by}
            onOpen={({ name, ...shown }) => setOpened({ name, shown: { ...filter, ...shown } })}
          />
        </div>
      )}
      {opened && <FunnelPeople {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Renders how many registrants reached each stage. Hidden from screen readers, because the table has the numbers. */
function FunnelBars({ rows }: { rows: FunnelRow[] }) {
  const total = sumRows(rows)
  const percentOf = (count: number) =>
    total.registered > 0 ? Math.round((count / total.registered) * 100) : 0
  const describeShare = (count: number) =>
    `${count.toLocaleString('en-GB')} · ${percentOf(count)} %`
  return (
    <div aria-hidden className="grid content-start gap-3 text-small">
      {stages.map((stage) => (
        <div key={stage}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{stageLabels[stage]}</span>
            <span className="text-muted figures">{describeShare(total[stage])}</span>
          </p>
          <div className="mt-1 h-3 overflow-hidden rounded-full bg-line forced-color-adjust-none">
            <div className="h-full bg-glow" style={{ width: `${percentOf(total[stage])}%` }} />
          </div>
        </div>
      ))}
    </div>
  )
}
