import type { ReactNode } from 'react'
import type { Person } from '#shared/contract/people.ts'
import { memberWords } from '#app/screens/desk/mailing-list/describe-member.ts'
import { MailLink } from '#app/screens/desk/parts/mail-link.tsx'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'

const count = (number: number, one: string, many = `${one}s`) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-GB')} ${many}`

/** Who somebody is and what they agreed to, as facts; what is not known is left out. */
export function PersonFacts({ person }: { person: Person }) {
  const format = useFormatInstant()
  const { mailingList, visits, sessions, videoAccess, futureEvents, imports, crew } = person
  const verified = sessions.filter(({ isVerified }) => isVerified).length
  const facts: [string, ReactNode][] = [
    ['Company', person.company && <bdi>{person.company}</bdi>],
    ['Job title', person.jobTitle && <bdi>{person.jobTitle}</bdi>],
    ['Mobile', person.mobile],
    ['LinkedIn', person.linkedin],
    ['Interests', person.interests.join(', ')],
    ['Question', person.questions && <bdi>{person.questions}</bdi>],
    ['Known since', format(person.createdAt)],
    ['Consent', describeConsent(person)],
    ['Unsubscribed', person.unsubscriptions.map(({ topic }) => topic).join(' and ')],
    [
      'At MailerLite',
      mailingList &&
        [memberWords[mailingList.state].name, mailingList.lastError].filter(Boolean).join(': '),
    ],
    ['Holds', crew.map(({ role, eventTitle }) => `${eventTitle}, as ${role}`).join('; ')],
    ['Library', videoAccess.length > 0 && 'Has access, beside any registration'],
    [
      'Interested in',
      futureEvents.map(({ eventTitle }) => eventTitle ?? 'future events').join(', '),
    ],
    [
      'Visits',
      visits.lastAt &&
        `${count(visits.visits, 'visit')}, ${count(visits.watches, 'recording')} opened, last ${format(visits.lastAt)}`,
    ],
    [
      'Watched',
      person.watched
        .map(
          ({ eventTitle, watchedShare }) => `${eventTitle} to ${Math.round(watchedShare * 100)} %`,
        )
        .join(', '),
    ],
    [
      'Signed in',
      sessions.length > 0 && `${count(sessions.length, 'browser')}, ${verified} of them verified`,
    ],
    [
      'Imports',
      imports.length > 0 &&
        `In ${count(imports.length, 'list')}, last ${format(imports[0]!.startedAt)}`,
    ],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-3 text-small sm:grid-cols-2">
      <Fact name="Email">
        <MailLink email={person.email} />
      </Fact>
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  )
}

function describeConsent({ consents, unsubscriptions, registrations }: Person) {
  const isAgreed = registrations.some(({ receiveUpdates }) => receiveUpdates)
  if (!isAgreed && consents.length === 0) return 'To nothing'
  if (unsubscriptions.some(({ topic }) => topic === 'news')) return 'Taken back for updates'
  return isAgreed ? 'To updates' : 'To invitations'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="wrap-anywhere figures">{children}</dd>
    </div>
  )
}
