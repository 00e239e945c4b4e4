import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { BackTo } from '#client/admin/back-to.tsx'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { Fact, MailLink } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { writeAnswer } from '#features/form-questions/rules.ts'
import { subscriberLabels } from '#features/newsletter/admin/subscriber-labels.ts'
import type { Person, TimelineEntry } from '#features/people/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { personOf } from './people-queries.ts'
import { PersonActs } from './person-acts.tsx'
import {
  answerColumns,
  askedColumns,
  mailColumns,
  registrationColumns,
  timelineColumns,
} from './person-columns.ts'
import { BounceNote, PersonMails } from './person-mails.tsx'
import { PersonAnswers, PersonQuestions } from './person-answers.tsx'
import { PersonRegistrations } from './person-registrations.tsx'

/** Renders everything stored about one person, their timeline, and buttons for the organiser's actions. */
export function PersonPage({ personKey }: { personKey: string }) {
  const query = useQuery(personOf(personKey))
  const person = query.data
  const heading = useRef<HTMLHeadingElement>(null)
  /**
   * Moves the focus to the page's heading after an action. A timer delays this, because the closing dialog
   * first returns the focus to the button that opened it, which may no longer exist.
   */
  const onDone = () => setTimeout(() => heading.current?.focus({ preventScroll: true }))
  const name = person && `${person.firstName} ${person.lastName}`.trim()
  return (
    <>
      <BackTo path="/admin/people">All people</BackTo>
      <PageHeading ref={heading}>
        <bdi className="wrap-anywhere">{person ? name || person.email : 'Person'}</bdi>
      </PageHeading>
      <NotLoaded
        query={query}
        message="This person could not be loaded. Please try again."
        skeleton="mt-6 h-64"
      />
      {person && (
        <>
          {person.bounce && <BounceNote bounce={person.bounce} {...{ person, onDone }} />}
          <PersonActs person={person} onDone={onDone} />
          <div className="mt-10 grid gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
            <div className="grid min-w-0 content-start gap-12">
              <Part id="facts" title="Details">
                <PersonFacts person={person} />
              </Part>
              <Part
                id="registrations"
                title="Registrations"
                file={
                  <ListFile
                    name="registrations"
                    columns={registrationColumns}
                    rows={person.registrations}
                  />
                }
              >
                <PersonRegistrations person={person} onDone={onDone} />
              </Part>
              {person.formAnswers.length > 0 && (
                <Part
                  id="answers"
                  title="Form answers"
                  file={
                    <ListFile
                      name="form answers"
                      columns={answerColumns}
                      rows={person.formAnswers}
                    />
                  }
                >
                  <PersonAnswers person={person} />
                </Part>
              )}
              {person.asked.length > 0 && (
                <Part
                  id="questions"
                  title="Questions"
                  file={<ListFile name="questions" columns={askedColumns} rows={person.asked} />}
                >
                  <PersonQuestions person={person} />
                </Part>
              )}
              <Part
                id="mails"
                title="Emails"
                file={<ListFile name="emails" columns={mailColumns} rows={person.deliveries} />}
              >
                <PersonMails person={person} onDone={onDone} />
              </Part>
            </div>
            <Part
              id="timeline"
              title="Activity"
              file={<ListFile name="activity" columns={timelineColumns} rows={person.timeline} />}
            >
              <Timeline entries={person.timeline} />
            </Part>
          </div>
        </>
      )}
    </>
  )
}

type PartProps = {
  id: string
  title: string
  /** The button that downloads this section's list as CSV. */
  file?: ReactNode
  children: ReactNode
}

function Part({ id, title, file, children }: PartProps) {
  return (
    <section aria-labelledby={`person-${id}`} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`person-${id}`} className="text-subheading">
          {title}
        </h2>
        {file}
      </div>
      {children}
    </section>
  )
}

type ListFileProps<Row> = { name: string; columns: CsvColumns<Row>; rows: Row[] }

/** Renders the button that exports a list as CSV, or nothing if the list is empty. */
function ListFile<Row>({ name, columns, rows }: ListFileProps<Row>) {
  if (rows.length === 0) return null
  const fileName = `person-${name.replaceAll(' ', '-')}`
  return <DownloadRowsButton label={name} {...{ fileName, columns }} read={() => rows} />
}

const waitlistLabels = { offered: 'seat offered', missed: 'offer ended' }

/** Renders the person's details and consents. Omits details that are unknown. */
function PersonFacts({ person }: { person: Person }) {
  const format = useFormatInstant()
  const { mailingList, visits, sessions, videoAccess, futureEvents, imports, crew, waitlist } =
    person
  const [series] = person.seriesRegistrations
  const verified = sessions.filter(({ isVerified }) => isVerified).length
  const facts: [string, ReactNode][] = [
    ['Company', person.company && <bdi>{person.company}</bdi>],
    ['Job title', person.jobTitle && <bdi>{person.jobTitle}</bdi>],
    ['Mobile', person.mobile],
    ['LinkedIn', person.linkedin],
    ['Interests', person.interests.join(', ')],
    ['Question', person.asked.length === 0 && person.questions && <bdi>{person.questions}</bdi>],
    ['Known since', format(person.createdAt)],
    ['Consent', describeConsent(person)],
    ['Consent text', listConsentTexts(person)],
    ['Unsubscribed', person.unsubscriptions.map(({ topic }) => topic).join(' and ')],
    [
      'MailerLite status',
      mailingList &&
        [subscriberLabels[mailingList.state].name, mailingList.lastError]
          .filter(Boolean)
          .join(': '),
    ],
    ['Crew', crew.map(({ role, eventTitle }) => `${eventTitle}, as ${role}`).join('; ')],
    ['Library', videoAccess.length > 0 && 'Has video access'],
    [
      'Waiting list',
      waitlist
        .map(({ eventTitle, state, answers }) => {
          const given = Object.entries(answers).map(([label, value]) => [label, writeAnswer(value)])
          const details = given.map((pair) => pair.join(': '))
          if (state !== 'waiting') details.unshift(waitlistLabels[state])
          return details.length === 0 ? eventTitle : `${eventTitle} (${details.join('; ')})`
        })
        .join(', '),
    ],
    [
      'Every event',
      series &&
        (series.verifiedAt
          ? `Since ${format(series.verifiedAt)}`
          : 'Waits for confirmation by email'),
    ],
    [
      'Interested in',
      futureEvents.map(({ eventTitle }) => eventTitle ?? 'future events').join(', '),
    ],
    [
      'Library visits',
      visits.lastAt &&
        `${writeCount(visits.visits, 'visit')}, ${writeCount(visits.watches, 'recording')} opened, last visit ${format(visits.lastAt)}`,
    ],
    [
      'Watched',
      person.watched
        .map(
          ({ eventTitle, watchedShare }) => `${Math.round(watchedShare * 100)} % of ${eventTitle}`,
        )
        .join(', '),
    ],
    [
      'Signed in',
      sessions.length > 0 &&
        `${writeCount(sessions.length, 'browser')}, ${verified} with a confirmed email`,
    ],
    [
      'Imports',
      imports.length > 0 &&
        `In ${writeCount(imports.length, 'imported list')}, the last on ${format(imports[0]!.startedAt)}`,
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
  if (!isAgreed && consents.length === 0) return 'none'
  if (unsubscriptions.some(({ topic }) => topic === 'news')) return 'withdrawn for updates'
  return isAgreed ? 'updates' : 'invitations'
}

/** Returns the texts that forms showed to the person, each once, in quotation marks. */
function listConsentTexts({ consents }: Person) {
  const texts = consents.map(({ wording }) => wording).filter((wording) => wording !== null)
  return [...new Set(texts)].map((text) => `“${text}”`).join(' ')
}

const dots: Partial<Record<TimelineEntry['what'], string>> = {
  failed: 'bg-danger',
  bounced: 'bg-danger',
  unsubscribed: 'bg-danger',
  joined: 'bg-accent-edge',
  watched: 'bg-accent-edge',
}

function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const format = useFormatInstant()
  if (entries.length === 0) return <p className="text-muted">No activity yet.</p>
  return (
    <ol aria-label="Activity, newest first" className="border-l border-line-strong">
      {entries.map(({ at, what, text }) => (
        <li key={`${at} ${text}`} className="relative pb-4 pl-5 text-small last:pb-0">
          <span
            aria-hidden
            className={`absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full forced-color-adjust-none ${dots[what] ?? 'bg-line-strong'}`}
          />
          <time dateTime={at} className="block text-caption text-muted figures">
            {format(at)}
          </time>
          <span
            className={`wrap-anywhere ${what === 'failed' || what === 'bounced' ? 'text-danger' : ''}`}
          >
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
