import { LoadFailed } from '#app/components/load-failed.tsx'
import { useQuery } from '@tanstack/react-query'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { SetupNotes } from '#app/screens/desk/parts/setup-notes.tsx'
import { WorkList } from '#app/screens/desk/parts/work-list.tsx'
import { memberWords } from './describe-member.ts'
import { MailingListCounts } from './mailing-list-counts.tsx'
import { mailingList, membersOf } from './mailing-list-query.ts'
import { MailingListTrouble } from './mailing-list-trouble.tsx'
import { MemberLine } from './member-line.tsx'

/**
 * The admin area's section on MailerLite: for each person who agreed what became of them there, their groups,
 * what failed and why, the next try, and 'Try again'. For administrators only.
 */
export function MailingListMembers() {
  const { data, error, refetch } = useQuery(mailingList)
  const format = useFormatInstant()
  return (
    <section aria-labelledby="mailing-list-heading">
      <RoomHeading id="mailing-list-heading">Mailing list</RoomHeading>
      <p className="mt-2 max-w-reading text-muted">
        People who agreed to updates become subscribers at MailerLite, in a group for each event.
      </p>
      {!data && !error && (
        <output className="mt-5 block text-muted">Loading mailing list...</output>
      )}
      {!data && error && (
        <LoadFailed
          error={error}
          words="The mailing list could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      <SetupNotes notes={data?.notes} />
      {data && (
        <>
          <MailingListCounts list={data} />
          {data.isConfigured && data.pausedUntil && (
            <p className="mt-4 text-small text-muted figures">
              MailerLite takes no calls until {format(data.pausedUntil)}. Nobody is lost: they wait.
            </p>
          )}
          {data.isConfigured && (
            <>
              <MailingListTrouble list={data} />
              <WorkList
                name="people"
                label="People who agreed to updates, newest first"
                nothing={{ yet: 'Nobody has agreed to updates yet.', found: 'Nobody matches.' }}
                states={{ label: 'State at MailerLite', words: memberWords }}
                pagesOf={membersOf}
                linesOf={({ members }) =>
                  members.map((member) => <MemberLine key={member.userId} member={member} />)
                }
              />
            </>
          )}
        </>
      )}
    </section>
  )
}
