import { openZoomStandIn } from '#tests/support/zoom-stand-in.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { expect, test } from './support/journey.ts'
import { expectNoAxeViolationsFromTop } from './support/mail.ts'

test('a seat that fails in a full webinar says why, and is taken by Try again once there is room', async ({
  page,
  startOwn,
}) => {
  // A server of its own, and a queue that works at its own pace.
  test.slow()
  const zoom = await openZoomStandIn()
  const webinar = zoom.addWebinar('81234567890', { capacity: 0 })
  const own = await startOwn(zoom.env)
  const { adminUsername: username, adminPassword: password } = own
  await page.request.post(`${own.url}/api/admin/login`, { data: { username, password } })
  const [event] = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  const mapped = await page.request.patch(`${own.url}/api/admin/events/${event.id}`, {
    data: { webinarId: '812 3456 7890' },
  })
  expect(mapped.status()).toBe(200)
  const body = registrationBody({ eventIds: [event.id], email: 'lerato@example.com' })
  await page.request.post(`${own.url}/api/register-multi-event`, { data: body })

  await page.goto(`${own.url}/admin`)
  const section = page.getByRole('region', { name: 'Webinar seats' })
  const line = section.getByRole('listitem', { name: 'Seat of lerato@example.com' })
  await expect(line.getByText(/Given up after 1 try: The webinar is full/)).toBeVisible({
    timeout: 60_000,
  })
  await expectNoAxeViolationsFromTop(page)
  webinar.capacity = 10
  await line.getByRole('button', { name: 'Try again' }).click()
  await expect(line.getByText(/Registered in Zoom/)).toBeVisible({ timeout: 60_000 })
  expect(webinar.registrants.map(({ email }) => email)).toEqual(['lerato@example.com'])
  await zoom.close()
})

test('failed seats are found by name and tried again all at once', async ({ page, startOwn }) => {
  test.slow()
  const zoom = await openZoomStandIn()
  const webinar = zoom.addWebinar('81234567890', { capacity: 0 })
  const own = await startOwn(zoom.env)
  const { adminUsername: username, adminPassword: password } = own
  await page.request.post(`${own.url}/api/admin/login`, { data: { username, password } })
  const [event] = await (await page.request.get(`${own.url}/api/events/upcoming`)).json()
  await page.request.patch(`${own.url}/api/admin/events/${event.id}`, {
    data: { webinarId: '812 3456 7890' },
  })
  for (const firstName of ['Łukasz', 'Lerato', 'Zanele']) {
    const email = `${firstName === 'Łukasz' ? 'l' : firstName.toLowerCase()}@example.com`
    const data = registrationBody({ eventIds: [event.id], firstName, email })
    await page.request.post(`${own.url}/api/register-multi-event`, { data })
  }

  await page.goto(`${own.url}/admin`)
  const section = page.getByRole('region', { name: 'Webinar seats' })
  const lines = section.getByRole('listitem', { name: /^Seat of/ })
  await expect(section.getByText(/Given up after 1 try/)).toHaveCount(3, { timeout: 60_000 })
  await section.getByLabel('Name or email').fill('lukasz')
  await expect(lines).toHaveCount(1)
  await section.getByLabel('Name or email').fill('nobody')
  await expect(section.getByText('No seat matches.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Try all again' })).toBeHidden()
  await section.getByLabel('Name or email').fill('')
  await expect(lines).toHaveCount(3)
  await expectNoAxeViolationsFromTop(page)
  webinar.capacity = 10
  await section.getByRole('button', { name: 'Try all again' }).click()
  await expect(page.getByText('Each of 3 failed seats is next.')).toBeVisible()
  await expect(section.getByText(/Registered in Zoom/)).toHaveCount(3, { timeout: 60_000 })
  await expect(section.getByRole('button', { name: 'Try all again' })).toBeHidden()
  await expect(section.getByRole('heading', { name: 'Webinar seats' })).toBeFocused()
  expect(webinar.registrants).toHaveLength(3)
  await zoom.close()
})
