import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import {
  isSignedFor,
  parseLinkToken,
  type LinkTarget,
  type LinkUse,
} from '#server/link-tokens/link-token.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'

/** The id of the row that a token was made for; undefined for any other text, and where it is gone. */
export async function findLinkedRow(
  db: Db,
  use: LinkUse,
  token: string,
): Promise<number | undefined> {
  const parsed = parseLinkToken(token)
  if (!parsed) return undefined
  const target = await (readTarget[use] ?? readMailTarget)(db, parsed.id)
  if (!target) return undefined
  const isOurs = isSignedFor(await readLinkKey(db), use, target, parsed.signature)
  return isOurs ? target.id : undefined
}

type ReadTarget = (db: Db, id: number) => Promise<LinkTarget | undefined>
const readTarget: Partial<Record<LinkUse, ReadTarget>> = {
  join: readRegistrationTarget,
  seat: readRegistrationTarget,
  crew: readCrewTarget,
}

async function readRegistrationTarget(db: Db, id: number): Promise<LinkTarget | undefined> {
  const { createdAt } = eventRegistrations
  const [found] = await db
    .select({ id: eventRegistrations.id, email: users.email, createdAt })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(eventRegistrations.id, id))
  return found
}

async function readCrewTarget(db: Db, id: number): Promise<LinkTarget | undefined> {
  const { email, createdAt } = eventCrew
  const [found] = await db
    .select({ id: eventCrew.id, email, createdAt })
    .from(eventCrew)
    .where(eq(eventCrew.id, id))
  return found
}

async function readMailTarget(db: Db, id: number): Promise<LinkTarget | undefined> {
  const { email, createdAt } = outboxEntries
  const [found] = await db
    .select({ id: outboxEntries.id, email, createdAt })
    .from(outboxEntries)
    .where(eq(outboxEntries.id, id))
  return found
}
