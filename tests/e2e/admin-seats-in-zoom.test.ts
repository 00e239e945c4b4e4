import { openZoomStandIn } from '#tests/support/zoom-stand-in.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'

test('seats that fail in a full webinar say why, and are taken once there is room: one by its button, the rest at once', async ({
  page,
  startOwn,
}) => {
  // The test has its own server, whose queue runs at its normal pace.
  test.slow()
  const zoom = await openZoomStandIn()
  const webinar = zoom.addWebinar('81234567890', { capacity: 0 })
  const own = await startOwn(zoom.env)
  await signIn(page, own)
  const [event] = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  const mapped = await page.request.patch(`${own.url}/api/admin/events/${event.id}`, {
    data: { webinarId: '812 3456 7890' },
  })
  expect(mapped.status()).toBe(200)
  for (const firstName of ['Łukasz', 'Lerato', 'Zanele']) {
    const email = `${firstName === 'Łukasz' ? 'l' : firstName.toLowerCase()}@example.com`
    const data = registrationBody({ eventIds: [event.id], firstName, email })
    await page.request.post(`${own.url}/api/register-multi-event`, { data })
  }

  await page.goto(`${own.url}/admin/people/zoom`)
  const section = page.getByRole('region', { name: 'Zoom registrations' })
  const lines = section.getByRole('listitem', { name: /^Zoom registration of/ })
  const failures = section.getByText(/Failed after 1 try: The webinar is full/)
  const taken = section.getByText(/Registered in Zoom/)
  await expect(failures).toHaveCount(3, { timeout: 60_000 })
  await section.getByLabel('Name or email').fill('lukasz')
  await expect(lines).toHaveCount(1)
  await section.getByLabel('Name or email').fill('nobody')
  await expect(section.getByText('No match.')).toBeVisible()
  const all = section.getByRole('button', { name: 'Retry all failed' })
  await expect(all).toBeHidden()
  await section.getByLabel('Name or email').fill('')
  await expect(lines).toHaveCount(3)
  await expectNoAxeViolationsFromTop(page)

  webinar.capacity = 10
  const line = section.getByRole('listitem', { name: 'Zoom registration of lerato@example.com' })
  await line.getByRole('button', { name: 'Try again' }).click()
  await expect(line.getByText(/Registered in Zoom/)).toBeVisible({ timeout: 60_000 })
  await expect(failures).toHaveCount(2)
  expect(webinar.registrants.map(({ email }) => email)).toEqual(['lerato@example.com'])

  await all.click()
  await expect(page.getByText('Registering 2 people in Zoom again.')).toBeVisible()
  await expect(taken).toHaveCount(3, { timeout: 60_000 })
  await expect(all).toBeHidden()
  await expect(section.getByRole('heading', { name: 'Zoom registrations' })).toBeFocused()
  expect(webinar.registrants).toHaveLength(3)
  await zoom.close()
})
