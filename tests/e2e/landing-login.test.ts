import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { newPerson, openDialog, openPage, registerElsewhere } from './support/landing.ts'

test.use({ showsRecordings: true })

const loginPath = '**/api/video-access/login'
const storedEmail = () => window.localStorage.getItem('videoAccessEmail')

/** As a visit does that ended with access: the e-mail is stored, the session is over. */
async function remember(page: Page, email: string) {
  await page.goto('/robots.txt')
  await page.evaluate((value) => window.localStorage.setItem('videoAccessEmail', value), email)
}

/** The first answer about the session that knows its member; a request that was given up has no body. */
function answerWithAccess(page: Page) {
  return page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/auth/status')) return false
    const status = await response.json().catch(() => ({}))
    return status.hasVideoAccess === true
  })
}

test('a stored email leads from a plain load to the library', async ({ page }) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  await page.goto('/')
  await page.waitForURL('**/members')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})

for (const path of ['/#completed-events', '/go1', '/next_event']) {
  test(`a stored email opens a session but stays at ${path}`, async ({ page }) => {
    const person = newPerson()
    await registerElsewhere(page, person)
    await remember(page, person.email)
    const answer = page.waitForResponse(loginPath)
    const statuses = answerWithAccess(page)
    await openPage(page, path)
    expect((await answer).status()).toBe(200)
    await statuses
    if (!path.includes('#')) await openDialog(page, 'Register for Event')
    expect(page.url()).toContain(path)
  })
}

test('an answer about the session from before the login does not count', async ({ page }) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  const loggedIn = page.waitForResponse(loginPath)
  let isFirst = true
  await page.route('**/api/auth/status', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const early = await route.fetch()
    await loggedIn
    // The page may have given the request up meanwhile.
    await route.fulfill({ response: early }).catch(() => {})
  })
  const statuses = answerWithAccess(page)
  await openPage(page, '/#completed-events')
  await statuses
})

test('an email that is unknown by now is forgotten in silence', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  await remember(page, newPerson().email)
  const answer = page.waitForResponse(loginPath)
  await openPage(page)
  expect((await answer).status()).toBe(404)
  await expect.poll(() => page.evaluate(storedEmail)).toBeNull()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
})

for (const problem of ['429', 'no network'] as const) {
  test(`an email is kept through an answer of ${problem}`, async ({ page, expectConsoleError }) => {
    expectConsoleError(/429|ERR_/)
    const { email } = newPerson()
    await remember(page, email)
    const tried = page.waitForRequest(loginPath)
    await page.route(loginPath, (route) =>
      problem === '429'
        ? route.fulfill({ status: 429, json: { message: 'Please wait.' } })
        : route.abort('internetdisconnected'),
    )
    await openPage(page)
    await (await tried).response().catch(() => null)
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    expect(await page.evaluate(storedEmail)).toBe(email)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })
}

test('without a stored email no login is tried', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const status = page.waitForResponse('**/api/auth/status')
  await openPage(page)
  await status
  expect(asked.filter((url) => url.includes('login'))).toEqual([])
})

test('coming from inside the site tries no login', async ({ page }) => {
  const { email } = newPerson()
  await page.goto('/members')
  await page.evaluate((value) => window.localStorage.setItem('videoAccessEmail', value), email)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page
    .getByRole('button', { name: 'Register for Free Access' })
    .or(page.getByRole('link', { name: 'Register for Free Access' }))
    .click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  expect(asked.filter((url) => url.includes('login'))).toEqual([])
})

test('a dialog that was opened meanwhile is not taken away', async ({ page }) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(loginPath, async (route) => {
    await held
    await route.continue()
  })
  await openPage(page)
  await page.getByRole('button', { name: 'Learn More' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const answer = page.waitForResponse(loginPath)
  go()
  await answer
  await page.getByRole('button', { name: 'Close' }).click()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a session that holds the stored email is kept and leads to the library', async ({ page }) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  await page.request.post('/api/video-access/login', { data: { email: person.email } })
  const before = await page.context().cookies()
  await page.goto('/')
  await page.waitForURL('**/members')
  expect(await page.context().cookies()).toEqual(before)
})

test("tabs opened at once leave an administrator's role and one login", async ({
  page,
  context,
  greenroom,
}) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  const { adminUsername: username, adminPassword: password } = greenroom
  await page.request.post('/api/admin/login', { data: { username, password } })
  let logins = 0
  const held = Promise.withResolvers<void>()
  await context.route(loginPath, async (route) => {
    logins += 1
    await held.promise
    await route.continue()
  })
  const other = await context.newPage()
  const tabs = [page, other]
  await Promise.all(tabs.map((tab) => tab.goto('/')))
  // One asks; the other one waits for its turn, or asks as well.
  const isWaiting = () =>
    other.evaluate(async () => (await navigator.locks.query()).pending!.length > 0)
  await expect.poll(async () => logins > 1 || (await isWaiting())).toBe(true)
  held.resolve()
  await Promise.all(tabs.map((tab) => tab.waitForURL('**/members')))
  const status = await page.request.get('/api/auth/status')
  expect(await status.json()).toMatchObject({ isAdmin: true, userEmail: person.email })
  expect(logins).toBe(1)
})
