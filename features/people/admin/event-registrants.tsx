import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterField, SearchFilter } from '#client/admin/filter-field.tsx'
import { PagedList } from '#client/admin/paged-list.tsx'
import { readOneOf, useAddressFilter } from '#client/admin/use-address-filter.ts'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { RegistrantAnswers } from '#features/form-questions/admin/registrant-answers.tsx'
import { writePeople } from '#kernel/write-count.ts'
import { ExportPeopleButton } from './export-people-button.tsx'
import { PersonLine } from './people-list.tsx'
import { peopleOf } from './people-queries.ts'

type EventRegistrantsProps = {
  eventId: number
  /** True if the event is over, so that it is known who attended. */
  isOver: boolean
}

/** Lists the people registered for an event. After the event, the list can be filtered by attendance. */
export function EventRegistrants({ eventId, isOver }: EventRegistrantsProps) {
  const [chosen, setChosen] = useAddressFilter((params) => ({
    registrant: params.get('registrant') ?? '',
    came: readOneOf(params, 'came', ['yes', 'no'] as const),
    cancelled: readOneOf(params, 'cancelled', ['yes'] as const),
  }))
  const search = useDebounced(chosen.registrant.trim())
  const { cancelled } = chosen
  const came = isOver && !cancelled ? chosen.came : undefined
  const choice = { search, event: eventId, cancelled, came }
  const query = useInfiniteQuery(peopleOf(choice))
  const { total, formQuestions: questions = [] } = query.data?.pages[0] ?? {}
  return (
    <section aria-labelledby="event-registrants" className="max-w-3xl">
      <h2 id="event-registrants" className="text-subheading">
        Registrants
      </h2>
      <search className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SearchFilter
          label="Name, email or company"
          placeholder="Part of a name, email or company"
          value={chosen.registrant}
          onChange={(text) => setChosen({ ...chosen, registrant: text })}
        />
        <FilterField label="Registration">
          {(control) => (
            <select
              {...control}
              value={cancelled ?? ''}
              onChange={({ target }) =>
                setChosen({ ...chosen, cancelled: target.value === 'yes' ? 'yes' : undefined })
              }
            >
              <option value="">Registered</option>
              <option value="yes">Cancelled</option>
            </select>
          )}
        </FilterField>
        {isOver && !cancelled && (
          <FilterField label="Attendance">
            {(control) => (
              <select
                {...control}
                value={chosen.came ?? ''}
                onChange={({ target }) =>
                  setChosen({
                    ...chosen,
                    came: (['yes', 'no'] as const).find((one) => one === target.value),
                  })
                }
              >
                <option value="">All registrants</option>
                <option value="yes">Attended</option>
                <option value="no">Missed</option>
              </select>
            )}
          </FilterField>
        )}
      </search>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <output className="text-small text-muted figures">
          {total !== undefined && writePeople(total)}
        </output>
        <ExportPeopleButton choice={choice} total={total ?? 0} questions={questions} />
      </div>
      <PagedList
        query={query}
        name="registrants"
        label="Registrants, newest first"
        more="Show more registrants"
        nothing={
          search || came
            ? 'No match.'
            : cancelled
              ? 'No cancelled registrations.'
              : 'No registrations yet.'
        }
        lines={query.data?.pages.flatMap(({ people }) =>
          people.map((person) => (
            <PersonLine key={person.key} person={person}>
              <RegistrantAnswers answers={person.answers} questions={questions} />
            </PersonLine>
          )),
        )}
      />
    </section>
  )
}
