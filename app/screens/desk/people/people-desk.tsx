import { useInfiniteQuery } from '@tanstack/react-query'
import { EventSelect } from '#app/screens/desk/parts/event-select.tsx'
import { PagedList } from '#app/screens/desk/parts/paged-list.tsx'
import { PersonSearch } from '#app/screens/desk/parts/person-search.tsx'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { readId, readOneOf, useAddressFilter } from '#app/screens/desk/parts/use-address-filter.ts'
import { useSettled } from '#app/ui/use-settled.ts'
import { peopleOf, type PeopleChoice } from '#app/screens/desk/people/person/people-queries.ts'
import { ErasuresSection } from './erasures-section.tsx'
import { PersonLine } from './person-line.tsx'
import { YesNoSelect } from './yes-no-select.tsx'

const yesOrNo = ['yes', 'no'] as const

/**
 * Everybody whose e-mail is known, newest first: found by name, e-mail, company and what they did.
 * Specification, "People in the admin area".
 */
export function PeopleList() {
  const [chosen, setChosen] = useAddressFilter((params): PeopleChoice => ({
    search: params.get('search') ?? '',
    event: readId(params, 'event'),
    consent: readOneOf(params, 'consent', yesOrNo),
    came: readOneOf(params, 'came', yesOrNo),
    watched: readOneOf(params, 'watched', yesOrNo),
    bounced: readOneOf(params, 'bounced', yesOrNo),
  }))
  const choice = { ...chosen, search: useSettled(chosen.search.trim()) }
  const query = useInfiniteQuery(peopleOf(choice))
  const total = query.data?.pages[0]?.total
  const isNarrowed = Object.values(choice).some(Boolean)
  return (
    <section aria-labelledby="people-heading">
      <RoomHeading id="people-heading">People</RoomHeading>
      <p className="mt-2 max-w-reading text-muted">
        Everybody whose e-mail is known: registered, imported or interested. Each name leads to all
        that is known of them, and to what can be done.
      </p>
      <search className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-3 max-sm:[&>:is(:first-child,:last-child)]:col-span-2">
        <PersonSearch
          label="Name, email or company"
          value={chosen.search}
          onChange={(search) => setChosen({ ...chosen, search })}
        />
        <EventSelect eventId={chosen.event} onChange={(event) => setChosen({ ...chosen, event })} />
        <YesNoSelect
          label="Consent"
          yes="Agreed to updates"
          no="Gets no updates"
          value={chosen.consent}
          onChange={(consent) => setChosen({ ...chosen, consent })}
        />
        <YesNoSelect
          label="Came"
          yes="Came"
          no="Did not come"
          value={chosen.came}
          onChange={(came) => setChosen({ ...chosen, came })}
        />
        <YesNoSelect
          label="Watched"
          yes="Watched a recording"
          no="Watched none"
          value={chosen.watched}
          onChange={(watched) => setChosen({ ...chosen, watched })}
        />
        <YesNoSelect
          label="Mails"
          yes="Come back"
          no="Arrive, as far as is known"
          value={chosen.bounced}
          onChange={(bounced) => setChosen({ ...chosen, bounced })}
        />
      </search>
      <output className="mt-5 block text-small text-muted figures">
        {total !== undefined &&
          (total === 1 ? '1 person' : `${total.toLocaleString('en-GB')} people`)}
      </output>
      <PagedList
        query={query}
        name="people"
        label="People, newest first"
        more="Show more people"
        nothing={
          isNarrowed
            ? 'Nobody matches.'
            : 'Nobody is known yet. The first registration or import brings the first person.'
        }
        lines={query.data?.pages.flatMap(({ people }) =>
          people.map((person) => <PersonLine key={person.key} person={person} />),
        )}
      />
      <ErasuresSection />
    </section>
  )
}
