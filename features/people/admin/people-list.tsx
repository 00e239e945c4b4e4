import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { SearchFilter, FilterField } from '#client/admin/filter-field.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { PagedList } from '#client/admin/paged-list.tsx'
import { PersonCell } from '#client/admin/person-cell.tsx'
import { readId, readOneOf, useAddressFilter } from '#client/admin/use-address-filter.ts'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import type { PersonRow } from '#features/people/contract.ts'
import { peopleOrders, type PeopleOrder } from '#features/people/rules.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import { ExportPeopleButton } from './export-people-button.tsx'
import { peopleOf, type PeopleChoice, type YesOrNo } from './people-queries.ts'

const AddPersonDialog = lazyDialog(
  async () => (await import('./add-person-dialog.tsx')).AddPersonDialog,
)

const yesOrNo = ['yes', 'no'] as const

const orderNames: Record<PeopleOrder, string> = {
  newest: 'Newest first',
  name: 'Name',
  company: 'Company',
  email: 'Email',
  registrations: 'Most registrations',
}

/**
 * Renders the list of all people, newest first, with search by name, email and company and filters
 * by activity.
 */
export function PeopleList({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useAddressFilter((params): PeopleChoice => ({
    search: params.get('search') ?? '',
    event: readId(params, 'event'),
    consent: readOneOf(params, 'consent', yesOrNo),
    came: readOneOf(params, 'came', yesOrNo),
    watched: readOneOf(params, 'watched', yesOrNo),
    bounced: readOneOf(params, 'bounced', yesOrNo),
    sort: readOneOf(params, 'sort', peopleOrders),
  }))
  const choice = { ...chosen, search: useDebounced(chosen.search.trim()) }
  const query = useInfiniteQuery(peopleOf(choice))
  const total = query.data?.pages[0]?.total
  const [isAdding, setIsAdding] = useState(false)
  const { sort: _, ...filter } = choice
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <section aria-labelledby="people-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id="people-heading">People</PageHeading>
        <ForRole needs="editor">
          <Button className="px-4! text-small!" onClick={() => setIsAdding(true)}>
            <UserPlus aria-hidden size={17} />
            Add person
          </Button>
        </ForRole>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Everyone who registered, was imported, or asked to be notified of future events.
      </p>
      <search className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-3 max-sm:[&>:is(:first-child,:last-child)]:col-span-2">
        <SearchFilter
          label="Name, email or company"
          placeholder="Part of a name, email or company"
          value={chosen.search}
          onChange={(search) => setChosen({ ...chosen, search })}
        />
        <EventSelect eventId={chosen.event} onChange={(event) => setChosen({ ...chosen, event })} />
        <YesNoSelect
          label="Consent"
          yes="Agreed to updates"
          no="No updates"
          value={chosen.consent}
          onChange={(consent) => setChosen({ ...chosen, consent })}
        />
        <YesNoSelect
          label="Attended"
          yes="Attended"
          no="Missed"
          value={chosen.came}
          onChange={(came) => setChosen({ ...chosen, came })}
        />
        <YesNoSelect
          label="Watched"
          yes="Watched a recording"
          no="Watched no recording"
          value={chosen.watched}
          onChange={(watched) => setChosen({ ...chosen, watched })}
        />
        <YesNoSelect
          label="Email delivery"
          yes="Bouncing"
          no="OK"
          value={chosen.bounced}
          onChange={(bounced) => setChosen({ ...chosen, bounced })}
        />
      </search>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <output className="text-small text-muted figures">
          {total !== undefined && writePeople(total)}
        </output>
        <div className="flex flex-wrap items-end gap-2.5">
          <FilterField label="Sort by">
            {(control) => (
              <select
                {...control}
                value={chosen.sort ?? 'newest'}
                onChange={({ target }) =>
                  setChosen({
                    ...chosen,
                    sort: peopleOrders.find(
                      (order) => order === target.value && order !== 'newest',
                    ),
                  })
                }
              >
                {peopleOrders.map((order) => (
                  <option key={order} value={order}>
                    {orderNames[order]}
                  </option>
                ))}
              </select>
            )}
          </FilterField>
          <ExportPeopleButton choice={choice} total={total ?? 0} />
        </div>
      </div>
      <PagedList
        query={query}
        name="people"
        label={chosen.sort ? 'People' : 'People, newest first'}
        more="Show more people"
        nothing={
          isNarrowed
            ? 'No match.'
            : 'No people yet. They appear with the first registration or import.'
        }
        lines={query.data?.pages.flatMap(({ people }) =>
          people.map((person) => <PersonLine key={person.key} person={person} />),
        )}
      />
      {children}
      {isAdding && <AddPersonDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}

type YesNoSelectProps = {
  label: string
  /**
   * Labels of two options of the filter: `yes` for people who meet its condition, such as 'Attended', and `no` for all
   * others.
   */
  yes: string
  no: string
  value: YesOrNo | undefined
  onChange: (value: YesOrNo | undefined) => void
}

/** Renders a filter with three options: everyone, people who meet a condition, and people who do not. */
function YesNoSelect({ label, yes, no, value, onChange }: YesNoSelectProps) {
  return (
    <FilterField label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange((target.value || undefined) as YesOrNo | undefined)}
        >
          <option value="">All</option>
          <option value="yes">{yes}</option>
          <option value="no">{no}</option>
        </select>
      )}
    </FilterField>
  )
}

/** Renders a person of a list; `children` follow their details. */
export function PersonLine({ person, children }: { person: PersonRow; children?: ReactNode }) {
  const format = useFormatInstant()
  const { key, email, firstName, lastName, company, jobTitle, registrations, createdAt, bounced } =
    person
  const work = [jobTitle, company].filter(Boolean).join(', ')
  return (
    <li
      aria-label={email}
      className="grid gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)] lg:items-center"
    >
      <PersonCell personKey={key} name={`${firstName} ${lastName}`.trim()} email={email} />
      <p className="min-w-0 wrap-anywhere text-muted">{work && <bdi>{work}</bdi>}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted figures">
        {bounced && <Badge tone="danger">Emails bounce</Badge>}
        <span>
          {registrations > 0
            ? `Registered for ${writeCount(registrations, 'event')}`
            : 'Not registered for any event'}
        </span>
        <span>
          Known since <span className="whitespace-nowrap">{format(createdAt)}</span>
        </span>
      </p>
      {children}
    </li>
  )
}
