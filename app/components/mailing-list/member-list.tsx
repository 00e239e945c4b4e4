import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedList } from '#app/components/desk/paged-list.tsx'
import { PersonSearch } from '#app/components/desk/person-search.tsx'
import { StateFilter } from '#app/components/desk/state-filter.tsx'
import { useSettled } from '#app/ui/use-settled.ts'
import { memberWords } from './describe-member.ts'
import { membersOf, type MemberFilter } from './mailing-list-query.ts'
import { MemberLine } from './member-line.tsx'

/** Everybody who agreed to updates, newest first, found by name or e-mail and by state. */
export function MemberList() {
  const [chosen, setChosen] = useState<MemberFilter>({ search: '' })
  const search = useSettled(chosen.search.trim())
  const members = useInfiniteQuery(membersOf({ ...chosen, search }))
  const { data } = members
  const isFiltered = Boolean(search || chosen.state)
  return (
    <>
      <div className="mt-5 grid gap-4">
        <div className="sm:max-w-sm">
          <PersonSearch
            value={chosen.search}
            onChange={(text) => setChosen({ ...chosen, search: text })}
          />
        </div>
        <StateFilter
          label="State at MailerLite"
          words={memberWords}
          counts={data?.pages[0]?.counts}
          state={chosen.state}
          onChange={(state) => setChosen({ ...chosen, state })}
        />
      </div>
      <PagedList
        query={members}
        name="people"
        label="People who agreed to updates, newest first"
        nothing={isFiltered ? 'Nobody matches.' : 'Nobody has agreed to updates yet.'}
        lines={data?.pages.flatMap((page) =>
          page.members.map((member) => <MemberLine key={member.userId} member={member} />),
        )}
      />
    </>
  )
}
