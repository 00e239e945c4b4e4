import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addCrewMember } from '#features/crew/contract.ts'
import { requestJoinLink } from '#features/join-links/contract.ts'
import { exportPerson } from '#features/people/contract.ts'
import { preRegister, registerForEvents } from '#features/registrations/contract.ts'
import { requestCode } from '#features/sign-in/contract.ts'
import { catalogue } from '#main/catalogue.ts'
import { people } from '#schema/people.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const joinUrl = 'https://zoom.example/w/1?tk=own'
const unknownToken = `1-${'A'.repeat(24)}`
const email = 'zola@example.com'

/**
 * Creates a person with a Zoom registration, a crew membership and mails of all kinds that contain
 * links, stored without a mail server.
 */
async function exported() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, call, asAdmin, runJobs } = app
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const announced = await buildEvent(db, { status: 'pre_registration' })
  const person = registrationBody({ email })
  await call(registerForEvents, { body: { ...person, eventIds: [event.id] } })
  await call(preRegister, { body: { ...person, eventId: announced.id } })
  const crew = { name: 'Zola', email, role: 'host' }
  await admin.call(addCrewMember, { params: { id: event.id }, body: crew })
  const [registration] = await db.select().from(eventRegistrations)
  const seat = { registrationId: registration!.id, webinarId: '9', state: 'seated' as const }
  await db.insert(webinarSeats).values({ ...seat, joinUrl })
  app.clock.set('2026-12-10T10:00:00Z')
  await call(requestJoinLink, { body: { email, eventId: event.id } })
  await call(requestCode, { body: { email } })
  await runJobs()
  const [{ key } = { key: '' }] = await db.select().from(people).where(eq(people.email, email))
  const { body } = await (await asAdmin()).call(exportPerson, { params: { key } })
  const kept = await db.select().from(outboxEntries)
  return { ...app, body, kept }
}

const tokenCalls = catalogue.filter(
  ({ body, access }) =>
    access === 'public' && body !== undefined && 'shape' in body && 'token' in body.shape,
)

/** Returns the public calls that accept the last path segment of any URL in a text. */
async function tryAddresses(call: Awaited<ReturnType<typeof testApp>>['call'], text: string) {
  const addresses = [...text.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)].map(([address]) => address)
  const tokens = [...new Set(addresses.map((address) => address.split(/[/?=]/).at(-1)!))]
  const opened: string[] = []
  for (const endpoint of tokenCalls) {
    const post = async (token: string) => {
      const body = { token, topics: ['news'], eventId: 1, text: 'Why?', isFor: true }
      const { status, text: answer } = await call(endpoint, { body, params: { id: 1 } })
      return status < 400 ? answer : undefined
    }
    // One call replies to unknown tokens with another message.
    const nobody = await post(unknownToken)
    for (const token of tokens.filter((part) => part !== '')) {
      const answer = await post(token)
      if (answer !== undefined && answer !== nobody) {
        opened.push(`${endpoint.method} ${endpoint.path}`)
      }
    }
  }
  return opened
}

test('no address in the export of a person lets anybody in', async () => {
  const { body, kept, call } = await exported()
  const text = JSON.stringify(body)
  expect(await tryAddresses(call, text)).toEqual([])
  expect(text).not.toContain('zoom.example')
  const code = kept.find(({ kind }) => kind === 'sign_in_code')?.kept?.text?.match(/\b\d{6}\b/)?.[0]
  expect(code).toBeDefined()
  expect(text).not.toContain(code)
  // Control: the links in the stored mails are accepted.
  expect(await tryAddresses(call, JSON.stringify(kept))).toEqual(
    expect.arrayContaining(['POST /api/join', 'POST /api/crew', 'POST /api/enter']),
  )
})

test('mails to a person stay readable, without their links', async () => {
  const { body } = await exported()
  const mails = body.parts.find(({ name }) => name === 'mails')!.rows
  const confirmation = mails.find(({ kind }) => kind === 'registration_confirmed')!
  const { text, html } = confirmation.kept as { text: string; html: string }
  expect(text).toContain('/join/…')
  expect(html).toContain('/join/…')
  expect(text).toContain('seat')
})
