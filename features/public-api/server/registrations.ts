import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ApiRegistration, ApiRegistrationForm } from '#features/public-api/contract.ts'
import type { RegistrationForm } from '#features/registrations/contract.ts'
import type { Sourced } from '#features/registrations/server/visitor-source.ts'
import { programSource } from '#kernel/api-scopes.ts'
import { waitlistedType } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { answersOfRegistration } from '#schema/form-questions.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { pageOf, type Page } from './page.ts'

const columns = {
  id: eventRegistrations.id,
  eventId: eventRegistrations.eventId,
  personKey: people.key,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  company: users.company,
  jobTitle: users.jobTitle,
  registrationType: eventRegistrations.registrationType,
  source: eventRegistrations.registrationSource,
  answers: answersOfRegistration(sql`event_registrations.id`),
  createdAt: eventRegistrations.createdAt,
}

/** Selects registrations with their people, and so no registrations of erased people. */
function selectRegistrations(db: Db | Transaction) {
  return db
    .select(columns)
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .leftJoin(people, eq(people.email, users.email))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectRegistrations>>[number]

function present(row: Row): ApiRegistration {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

export async function listApiRegistrations(
  db: Db,
  page: Page & { eventId?: number | undefined },
): Promise<{ data: ApiRegistration[]; nextCursor: string | null }> {
  const { id, eventId } = eventRegistrations
  const found = await selectRegistrations(db)
    .where(
      and(
        gt(id, page.cursor ?? 0),
        page.eventId === undefined ? undefined : eq(eventId, page.eventId),
      ),
    )
    .orderBy(asc(id))
    .limit(page.limit + 1)
  const { rows, nextCursor } = pageOf(found, page)
  return { data: rows.map(present), nextCursor }
}

/** Returns the registration with this id. Throws 404 for an unknown one, and for one of an erased person. */
export async function getApiRegistration(db: Db, id: number): Promise<ApiRegistration> {
  const [row] = await selectRegistrations(db).where(eq(eventRegistrations.id, id))
  if (!row) throw new Refusal('no_such_registration')
  return present(row)
}

export function asRegistrationForm({
  eventId,
  ...form
}: ApiRegistrationForm): Sourced<RegistrationForm> {
  return { ...form, eventIds: [eventId], source: programSource, consentShown: undefined }
}

/** Returns the API's response about a registration that the request created, or that existed before. */
export async function describeOwnRegistration(
  tx: Transaction,
  { email, eventId }: Pick<ApiRegistrationForm, 'email' | 'eventId'>,
  newRegistrations: { registrationType: string }[],
) {
  const isNew = newRegistrations.length > 0
  if (newRegistrations.some((one) => one.registrationType === waitlistedType)) {
    return describePlace(tx, email, eventId)
  }
  const [row] = await selectRegistrations(tx).where(
    and(eq(users.email, email), eq(eventRegistrations.eventId, eventId)),
  )
  const { id, personKey, registrationType, createdAt } = present(row!)
  return { id, eventId, personKey, registrationType, isNew, createdAt }
}

/** Returns the API's response about a place on the event's waiting list. */
async function describePlace(tx: Transaction, email: string, eventId: number) {
  const { id, createdAt } = waitlistEntries
  const [place] = await tx
    .select({
      id,
      personKey: users.personKey,
      createdAt,
      isNew: sql<boolean>`${createdAt} = now()`,
    })
    .from(waitlistEntries)
    .innerJoin(users, eq(users.id, waitlistEntries.userId))
    .where(and(eq(users.email, email), eq(waitlistEntries.eventId, eventId)))
  return {
    ...place!,
    eventId,
    registrationType: waitlistedType,
    createdAt: place!.createdAt.toISOString(),
  }
}
