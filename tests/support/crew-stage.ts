import { eq } from 'drizzle-orm'
import { addCrewMember, readCrewPage } from '#shared/contract/crew.ts'
import type { CrewRole } from '#shared/crew.ts'
import { eventCrew } from '#server/db/tables/crew.ts'
import { people } from '#server/db/tables/people.ts'
import { makeLinkToken } from '#server/link-tokens/link-token.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** How an event's crew is named in the admin area, and what their links open. */
export function crewStage(app: Pick<App, 'asAdmin' | 'call' | 'db'>) {
  const { asAdmin, call, db } = app
  /** Somebody whose address begins with their name. */
  async function name(eventId: number, who: string, role: CrewRole = 'guest') {
    const admin = await asAdmin()
    const body = { name: `${who} Dube`, email: `${who.toLowerCase()}@example.com`, role }
    return admin.call(addCrewMember, { params: { id: eventId }, body })
  }
  /** The token of a member's link, as their mails carry it. */
  async function tokenOf(id: number) {
    const [row] = await db.select().from(eventCrew).where(eq(eventCrew.id, id))
    return makeLinkToken(await readLinkKey(db), 'crew', row!)
  }
  const open = (token: string) => call(readCrewPage, { body: { token } })
  async function keyOf(email: string) {
    const [person] = await db.select().from(people).where(eq(people.email, email))
    return person?.key
  }
  return { name, tokenOf, open, keyOf }
}
