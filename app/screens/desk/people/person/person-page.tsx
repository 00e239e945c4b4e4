import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { personOf } from './people-queries.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { BounceNote } from './bounce-note.tsx'
import { MailList } from './mail-list.tsx'
import { PersonActs } from './person-acts.tsx'
import { PersonFacts } from './person-facts.tsx'
import { RegistrationList } from './registration-list.tsx'
import { Timeline } from './timeline.tsx'

/**
 * All that is known of one person, what happened in one line of time, and what the organiser can do.
 * Specification, "People in the admin area".
 */
export function PersonPage({ personKey }: { personKey: string }) {
  const { data: person, error, refetch } = useQuery(personOf(personKey))
  const heading = useRef<HTMLHeadingElement>(null)
  /** A dialog gives the focus back to its button first, which may be gone. */
  const onDone = () => setTimeout(() => heading.current?.focus({ preventScroll: true }))
  const name = person && `${person.firstName} ${person.lastName}`.trim()
  return (
    <>
      <p className="text-small">
        <Link
          to="/admin/people"
          className="inline-flex min-h-11 items-center text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          All people
        </Link>
      </p>
      <RoomHeading ref={heading}>
        <bdi className="wrap-anywhere">{person ? name || person.email : 'Person'}</bdi>
      </RoomHeading>
      {!person && !error && <Skeleton className="mt-6 h-64" />}
      {!person && error && (
        <LoadFailed
          error={error}
          words="This person could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      {person && (
        <>
          {person.bounce && <BounceNote bounce={person.bounce} {...{ person, onDone }} />}
          <PersonActs person={person} onDone={onDone} />
          <div className="mt-10 grid gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
            <div className="grid min-w-0 content-start gap-12">
              <Part id="facts" title="What is known">
                <PersonFacts person={person} />
              </Part>
              <Part id="registrations" title="Registrations">
                <RegistrationList person={person} onDone={onDone} />
              </Part>
              <Part id="mails" title="Mails">
                <MailList person={person} onDone={onDone} />
              </Part>
            </div>
            <Part id="timeline" title="What happened">
              <Timeline entries={person.timeline} />
            </Part>
          </div>
        </>
      )}
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`person-${id}`} className="min-w-0">
      <h2 id={`person-${id}`} className="mb-4 text-subheading">
        {title}
      </h2>
      {children}
    </section>
  )
}
