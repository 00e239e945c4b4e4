import { eq } from 'drizzle-orm'
import { addCrewMember, readCrewPage } from '#features/crew/contract.ts'
import type { CrewRole } from '#kernel/values.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventCrew } from '#schema/crew.ts'
import { people } from '#schema/people.ts'
import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** Sets up an event's crew, with what their links open. */
export function crewStage(app: Pick<App, 'asAdmin' | 'call' | 'db'>) {
  const { asAdmin, call, db } = app
  /** Adds a crew member whose address begins with the name. */
  async function name(eventId: number, who: string, role: CrewRole = 'guest') {
    const admin = await asAdmin()
    const body = { name: `${who} Dube`, email: `${who.toLowerCase()}@example.com`, role }
    return admin.call(addCrewMember, { params: { id: eventId }, body })
  }
  /** Returns the token of a member's link, as in their mails. */
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
