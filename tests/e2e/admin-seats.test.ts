import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'

const at = '2026-12-01T09:00:00.000Z'

/** Returns a webinar registration as in the response. Journeys use no Zoom stand-in. */
function seat(registrationId: number, state: string, more: object = {}) {
  return {
    registrationId,
    email: `person${registrationId}@example.com`,
    name: 'Nomvula van der Merwe',
    eventId: 1,
    eventTitle: 'The last mile comes first',
    state,
    attempts: 0,
    lastError: null,
    triedAt: null,
    nextTryAt: null,
    seatedAt: null,
    attendedAt: null,
    ...more,
  }
}

test('the admin area reports that Zoom is not connected, and lists the state of each registration', async ({
  page,
  greenroom,
}) => {
  const { adminUsername: username, adminPassword: password } = greenroom
  await page.request.post('/api/admin/login', { data: { username, password } })
  await page.goto('/admin/people/zoom')
  const section = page.getByRole('region', { name: 'Zoom registrations' })
  await expect(section.getByText('Zoom is not connected', { exact: false })).toBeVisible({
    timeout: 30_000,
  })
  await expect(section.getByText('No Zoom registrations yet.', { exact: false })).toBeVisible()

  let failed = seat(5, 'failed', { attempts: 1, lastError: 'The webinar is full' })
  await page.route('**/api/admin/seats?**', (route) =>
    route.fulfill({
      json: {
        seats: [
          seat(8, 'waiting', { attempts: 3, lastError: 'Zoom answered 429', nextTryAt: at }),
          seat(7, 'seated', { seatedAt: at, attendedAt: at }),
          seat(6, 'pending'),
          failed,
          seat(4, 'withdrawn'),
          seat(3, 'waiting'),
        ],
        nextBefore: null,
        counts: { waiting: 2, seated: 1, pending: 1, failed: 1, withdrawn: 1 },
      },
    }),
  )
  await page.reload()
  const line = (id: number) =>
    section.getByRole('listitem', { name: `Zoom registration of person${id}@example.com` })
  await expect(line(8).getByText(/Zoom answered 429. Zoom is not connected/)).toBeVisible({
    timeout: 30_000,
  })
  await expect(line(3).getByText('Zoom is not connected')).toBeVisible()
  await page.route('**/api/admin/seat-setup', (route) =>
    route.fulfill({ json: { isConfigured: true, notes: [] } }),
  )
  await page.reload()
  await expect(line(8).getByText(/Failed after 3 tries: Zoom answered 429. Next try/)).toBeVisible({
    timeout: 30_000,
  })
  await expect(line(3).getByText('Registered automatically')).toBeVisible()
  await expect(line(7).getByText(/Registered in Zoom 1 Dec 2026, 11:00. Joined/)).toBeVisible()
  await expect(
    line(6).getByText('approve the registration in Zoom', { exact: false }),
  ).toBeVisible()
  await expect(line(5).getByText('Failed after 1 try: The webinar is full')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Cancelled in Zoom 1' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  await page.route('**/api/admin/seats/5/try-again', (route) => {
    failed = seat(5, 'seated', { seatedAt: at })
    return route.fulfill({ json: failed })
  })
  const tryAgain = line(5).getByRole('button', { name: 'Try again' })
  await tryAgain.focus()
  await page.keyboard.press('Enter')
  await expect(line(5).getByText(/Registered in Zoom/)).toBeVisible()
  await expect(line(5)).toBeFocused()
})
