import type { Page } from '@playwright/test'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openDialog, openPage, registerElsewhere } from './support/landing.ts'
import { endSession } from './support/members.ts'

test.use({ showsRecordings: true })

const loginPath = '**/api/video-access/login'
const storedEmail = () => window.localStorage.getItem('videoAccessEmail')

/** Simulates an earlier visit: the email is stored, the session has expired. */
async function remember(page: Page, email: string) {
  await endSession(page)
  await page.evaluate((value) => window.localStorage.setItem('videoAccessEmail', value), email)
}

/** Registers a person and stores their email. */
async function rememberMember(page: Page) {
  const person = newPerson()
  await registerElsewhere(page, person)
  await remember(page, person.email)
  return person
}

/** Records all login requests from now on. */
function noteLogins(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  return () => asked.filter((url) => /^\/api\/.*login/.test(new URL(url).pathname))
}

/** Waits for the first session response that knows its member; an aborted request has no body. */
function answerWithAccess(page: Page) {
  return page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/auth/status')) return false
    const status = await response.json().catch(() => ({}))
    return status.hasVideoAccess === true
  })
}

test('a stored email leads from a plain load to the library, and so does its session, which is kept', async ({
  page,
}) => {
  await rememberMember(page)
  await page.goto('/')
  await page.waitForURL('**/members')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()

  await test.step('with a session that holds the stored email', async () => {
    const before = await page.context().cookies()
    await page.goto('/')
    await page.waitForURL('**/members')
    expect(await page.context().cookies()).toEqual(before)
  })
})

test('a stored email opens a session but does not redirect', async ({ page }) => {
  for (const path of ['/#completed-events', '/go1', '/next_event']) {
    await test.step(`at ${path}`, async () => {
      await rememberMember(page)
      const answer = page.waitForResponse(loginPath)
      const statuses = answerWithAccess(page)
      await openPage(page, path)
      expect((await answer).status()).toBe(200)
      await statuses
      if (!path.includes('#')) await openDialog(page, 'Register for Event')
      expect(page.url()).toContain(path)
    })
  }

  await test.step('nor from a dialog that was opened meanwhile', async () => {
    await rememberMember(page)
    const held = await holdCalls(page, loginPath)
    await openPage(page)
    await page.getByRole('button', { name: 'Learn More' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const answer = page.waitForResponse(loginPath)
    held.letGo()
    await answer
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('an answer about the session from before the login does not count', async () => {
    await page.unroute(loginPath)
    await rememberMember(page)
    const loggedIn = page.waitForResponse(loginPath)
    let isFirst = true
    await page.route('**/api/auth/status', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const early = await route.fetch()
      await loggedIn
      // The page may have aborted the request.
      await route.fulfill({ response: early }).catch(() => {})
    })
    const statuses = answerWithAccess(page)
    await openPage(page, '/#completed-events')
    await statuses
  })
})

test('no login is tried without a stored email, or by who comes from inside; one that fails is silent', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404|429|ERR_/)
  const logins = noteLogins(page)

  await test.step('without a stored email', async () => {
    const status = page.waitForResponse('**/api/auth/status')
    await openPage(page)
    await status
    expect(logins()).toEqual([])
  })

  await test.step('coming from inside the site', async () => {
    await page.goto('/members')
    await page.evaluate(() => localStorage.setItem('videoAccessEmail', 'thandi@example.com'))
    // A link to another page until its code is loaded.
    await page.getByRole('button', { name: 'Register for Free Access' }).click()
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    expect(logins()).toEqual([])
  })

  for (const problem of ['429', 'no network'] as const) {
    await test.step(`the email is kept through an answer of ${problem}`, async () => {
      const { email } = newPerson()
      await remember(page, email)
      const tried = page.waitForRequest(loginPath)
      await page.route(
        loginPath,
        (route) =>
          problem === '429'
            ? route.fulfill({ status: 429, json: { message: 'Please wait.' } })
            : route.abort('internetdisconnected'),
        { times: 1 },
      )
      await openPage(page)
      await (await tried).response().catch(() => null)
      await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
      expect(await page.evaluate(storedEmail)).toBe(email)
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    })
  }

  await test.step('an email that is unknown by now is forgotten', async () => {
    await remember(page, newPerson().email)
    const answer = page.waitForResponse(loginPath)
    await openPage(page)
    expect((await answer).status()).toBe(404)
    await expect.poll(() => page.evaluate(storedEmail)).toBeNull()
    await expect(page.locator('[data-toast]')).toHaveCount(0)
  })
})

test("tabs opened at once leave an administrator's role and one login", async ({
  page,
  context,
  greenroom,
}) => {
  const person = await rememberMember(page)
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
  // One tab sends the request; the other waits, or sends it as well.
  const isWaiting = () =>
    other.evaluate(async () => (await navigator.locks.query()).pending!.length > 0)
  await expect.poll(async () => logins > 1 || (await isWaiting())).toBe(true)
  held.resolve()
  await Promise.all(tabs.map((tab) => tab.waitForURL('**/members')))
  const status = await page.request.get('/api/auth/status')
  expect(await status.json()).toMatchObject({ isAdmin: true, userEmail: person.email })
  expect(logins).toBe(1)
})
