import { sql } from 'drizzle-orm'
import type { Person, PersonFacts, TimelineEntry } from '#features/people/contract.ts'
import { countMinutes } from '#features/webinars/rules.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { describeSource } from '#features/people/rules.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { personColumns, profileJoins } from './list-people.ts'
import { readFacts } from './person-records.ts'
import { readHappened } from './read-happened.ts'

type Found = Pick<
  Person,
  | 'key'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'jobTitle'
  | 'mobile'
  | 'linkedin'
  | 'interests'
  | 'questions'
> & { createdAt: string | Date; userId: number | null }

/**
 * Returns everything stored about a person, with a timeline. With `seenAt`, omits events that visitors
 * cannot see at that time. Throws 404 for an unknown key.
 */
export async function readPerson(
  db: Db,
  key: string,
  { seenAt }: { seenAt?: Date } = {},
): Promise<Person> {
  const { rows } = await db.execute<Found>(sql`
    select ${personColumns}, coalesce(u.mobile, v.mobile, '') as mobile,
      coalesce(u.linkedin, '') as linkedin, coalesce(u.interests, '{}') as interests,
      coalesce(u.questions, '') as questions, u.id as "userId"
    from people p ${profileJoins} where p.key = coalesce((select f.person_key from former_addresses f where f.key = ${key}), ${key})`)
  const [found] = rows
  if (!found) throw new Refusal('no_such_person')
  const { userId, createdAt, ...person } = found
  const facts = await readFacts(db, { email: person.email, userId, seenAt })
  return {
    ...person,
    createdAt: new Date(createdAt).toISOString(),
    isRegistered: userId !== null,
    ...facts,
    timeline: describeTimeline(facts, await readHappened(db, found.key, seenAt)),
  }
}

type Entry = Omit<TimelineEntry, 'at'> & { at: string | null }

/** Returns the person's timeline, newest entry first. Omits records without a time. */
function describeTimeline(facts: PersonFacts, happened: TimelineEntry[]): TimelineEntry[] {
  const entries: Entry[] = [
    ...happened,
    ...facts.registrations.flatMap(describeRegistration),
    ...facts.deliveries.map(describeOutboxEntry),
    ...facts.imports.map(({ batchId, startedAt }) => {
      return { at: startedAt, what: 'imported' as const, text: `Imported, import no. ${batchId}` }
    }),
    ...facts.videoAccess.map(({ createdAt, eventTitle }) => {
      const about = eventTitle ? `, interested in ${eventTitle}` : ''
      return { at: createdAt, what: 'access' as const, text: `Got video access${about}` }
    }),
    ...facts.crew.map(({ createdAt, eventTitle, role }) => {
      return {
        at: createdAt,
        what: 'crew' as const,
        text: `Added to the crew of ${eventTitle} as ${role}`,
      }
    }),
    ...facts.futureEvents.map(({ createdAt, eventTitle }) => {
      const text = `Asked about ${eventTitle ?? 'future events'}`
      return { at: createdAt, what: 'interested' as const, text }
    }),
    ...facts.waitlist.map(({ createdAt, eventTitle }) => {
      const text = `Joined the waiting list of ${eventTitle}`
      return { at: createdAt, what: 'interested' as const, text }
    }),
    ...facts.seriesRegistrations.map(({ requestedAt, verifiedAt }) => {
      const pending = verifiedAt === null ? ', not confirmed yet' : ''
      const text = `Asked to be registered for every event${pending}`
      return { at: requestedAt, what: 'interested' as const, text }
    }),
    ...facts.consents.flatMap(describeConsent),
    ...facts.unsubscriptions.map(({ createdAt, topic }) => {
      return { at: createdAt, what: 'unsubscribed' as const, text: `Unsubscribed from ${topic}` }
    }),
    ...facts.watched.map(({ updatedAt, eventTitle, watchedShare }) => {
      const text = `Watched ${Math.round(watchedShare * 100)} % of ${eventTitle}`
      return { at: updatedAt, what: 'watched' as const, text }
    }),
    {
      at: facts.bounce?.notedAt ?? null,
      what: 'bounced',
      text: `Emails bounce: ${facts.bounce?.reason}`,
    },
    {
      at: facts.mailingList?.syncedAt ?? null,
      what: 'listed',
      text: `MailerLite: ${facts.mailingList?.state}`,
    },
  ]
  // Remove duplicates: a current unsubscription has both a row and a domain event.
  const unique = new Map(entries.map((entry) => [`${entry.at} ${entry.text}`, entry]))
  return [...unique.values()]
    .filter((entry): entry is TimelineEntry => entry.at !== null)
    .toSorted((one, other) => other.at.localeCompare(one.at))
}

function describeRegistration(row: PersonFacts['registrations'][number]): Entry[] {
  const {
    eventTitle,
    registrationSource,
    registrationType,
    createdAt,
    seat: webinarSeat,
    joined,
    hasAttended,
  } = row
  const attendanceTime = row.stayedMinutes ? `, for ${countMinutes(row.stayedMinutes)}` : ''
  const origin = describeSource(registrationSource)
  const how = registrationType === 'confirmed' ? 'Registered' : 'Pre-registered'
  const registered = { what: 'registered', text: `${how} for ${eventTitle}, ${origin}` } as const
  return [
    { at: createdAt, ...registered },
    {
      at: webinarSeat?.seatedAt ?? null,
      what: 'seat',
      text: `Registered in Zoom for ${eventTitle}`,
    },
    {
      at: webinarSeat?.lastError ? webinarSeat.triedAt : null,
      what: 'failed',
      text: `Not registered in Zoom for ${eventTitle}: ${webinarSeat?.lastError}`,
    },
    {
      at: webinarSeat?.attendedAt ?? joined?.firstJoinedAt ?? null,
      what: 'joined',
      text: hasAttended
        ? `Joined ${eventTitle}${attendanceTime}`
        : `Opened the join link of ${eventTitle}, and did not join in Zoom`,
    },
  ]
}

function describeOutboxEntry(row: PersonFacts['deliveries'][number]): Entry {
  const { kind, eventTitle, subject, state, lastError, sentAt, triedAt, createdAt } = row
  const name = [mailNames[kind], subject ?? eventTitle].filter(Boolean).join(', ')
  const why = lastError ? `: ${lastError}` : ''
  if (state === 'sent' || state === 'kept') {
    return { at: sentAt, what: 'told', text: `Email sent: ${name}${why}` }
  }
  if (state === 'skipped' || state === 'stopped') {
    return { at: createdAt, what: 'skipped', text: `Email skipped: ${name}${why}` }
  }
  if (state === 'waiting' || state === 'sending') {
    return { at: createdAt, what: 'waiting', text: `Email waiting: ${name}${why}` }
  }
  return { at: triedAt ?? createdAt, what: 'failed', text: `Email failed: ${name}${why}` }
}

function describeConsent(row: PersonFacts['consents'][number]): Entry[] {
  const { receiveUpdates, receiveEventInvites, source, wordingVersion } = row
  const to = [receiveUpdates && 'updates', receiveEventInvites && 'invitations'].filter(Boolean)
  return [
    {
      at: row.givenAt,
      what: 'consent',
      text: `Agreed to ${to.join(' and ')} (text ${wordingVersion}, source: ${source})`,
    },
    {
      at: row.addressVerifiedAt,
      what: 'verified',
      text: 'Email address confirmed',
    },
  ]
}
