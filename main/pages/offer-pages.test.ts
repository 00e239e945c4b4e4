import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a pre-registered person confirms by posted buttons, or joins the waiting list of a full event', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  const event = await buildEvent(db, { title: 'Tonight', capacity: 1 })
  async function linkOf(email: string) {
    const { id: userId } = await buildPerson(db, { email })
    const registration = await buildRegistration(db, {
      userId,
      eventId: event.id,
      registrationType: 'pre_registration',
    })
    const token = makeLinkToken(await readLinkKey(db), 'seat', { ...registration, email })
    return `/confirm-seat/${token}`
  }
  const press = async (url: string, answer?: string) => {
    const page = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'lights.example' },
      payload: new URLSearchParams(answer === undefined ? {} : { answer }).toString(),
    })
    expect(page.headers['cache-control']).toBe('no-store')
    const [, title] = /<h1[^>]*>([^<]+)</.exec(page.body) ?? []
    return [page.statusCode, title]
  }
  const [first, second] = [await linkOf('a@example.com'), await linkOf('b@example.com')]
  const confirmed = () =>
    db.$count(eventRegistrations, eq(eventRegistrations.registrationType, 'confirmed'))
  expect((await send({ url: first })).body).toContain('Show this event')
  expect(await press(first)).toEqual([200, 'Confirm your registration'])
  expect(await confirmed()).toBe(0)
  expect(await press(first, 'confirm')).toEqual([200, 'Your registration is confirmed'])
  expect(await confirmed()).toBe(1)
  expect(await press(first)).toEqual([200, 'You are already registered'])
  // The last seat was taken meanwhile.
  const refused = 'This registration cannot be confirmed'
  expect(await press(second, 'confirm')).toEqual([409, refused])
  expect(await press(second)).toEqual([200, 'All seats are taken'])
  expect(await press(second, 'join_list')).toEqual([200, 'You are on the waiting list'])
  expect(await db.$count(waitlistEntries)).toBe(1)
  const unknown = '1-AAAAAAAAAAAAAAAAAAAAAAAA'
  expect(await press(`/confirm-seat/${unknown}`)).toEqual([404, refused])
  expect(await press(`/interest/${unknown}`)).toEqual([404, 'This link does not work'])
  expect(await press(`/interest/${unknown}`, 'nonsense')).toEqual([400, 'This link does not work'])
})
