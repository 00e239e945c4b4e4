import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { waitForLife } from './support/landing.ts'
import { expectLibrary, expectToast } from './support/members.ts'
import { logIn, newMember, openLoginCard } from './support/members.ts'
import { returnToTab } from './support/return-to-tab.ts'

test.use({ showsRecordings: true })

const unknown = 'Email not found. Please register first to access the video library.'

test('while access is checked the page says so, and its card tells why somebody may not enter and what to do', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404|429/)
  await test.step('access is checked', async () => {
    const gate = await holdCalls(page, '**/api/auth/status')
    await page.goto('/members')
    await expect(page.getByText('Checking access...')).toBeVisible()
    await expectNoAxeViolations(page)
    gate.letGo()
    const title = page.getByRole('heading', { name: 'Innovation Interview Library' })
    await expect(title).toBeVisible()
    await expect(page.getByText('Checking access...')).toBeHidden()
    const field = page.getByLabel('Email')
    await expect(field).toHaveAttribute('type', 'email')
    await expect(field).toHaveAttribute('required')
    await expectNoAxeViolations(page)
    await waitForLife(page, 'form[method="post"]')
  })

  await test.step('an unknown email is denied with the reason, and nothing is remembered', async () => {
    await logIn(page, 'nobody@example.com')
    const toast = await expectToast(page, 'Access Denied', unknown)
    await expect(toast).toHaveAttribute('data-toast', 'destructive')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => localStorage.getItem('videoAccessEmail'))).toBeNull()
  })

  await test.step('a refusal for another reason gives that reason under the same title', async () => {
    const message = 'Too many requests from your network. Please wait 40 seconds and try again.'
    await page.route('**/api/video-access/login', (route) =>
      route.fulfill({ status: 429, json: { message } }),
    )
    await logIn(page, 'somebody@example.com')
    await expectToast(page, 'Access Denied', message)
  })

  await test.step("'Register for Free Access' leads to the front page", async () => {
    await page.getByRole('button', { name: 'Register for Free Access' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('the auth status is asked three times, half a second apart, before the card is shown', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/503/)
  const asked: string[] = []
  await page.route('**/api/auth/status', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ status: 503, json: { message: 'not now' } })
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  const answered = page.waitForResponse('**/api/auth/status')
  await page.goto('/members')
  // Scripts start after two rendered frames.
  await page.clock.runFor(100)
  await answered
  for (const times of [2, 3]) {
    let passed = 0
    for (; asked.length < times && passed < 5000; passed += 20) await page.clock.runFor(20)
    expect(asked).toHaveLength(times)
    expect(passed).toBeGreaterThanOrEqual(480)
    expect(passed).toBeLessThan(1500)
  }
  await page.clock.runFor(5000)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(asked).toHaveLength(3)
})

test('a known email in other letters enters and is remembered, until its owner logs out or the session ends elsewhere', async ({
  page,
  request,
  greenroom,
}) => {
  const email = await newMember(request)
  await test.step('with spaces around it and in capitals', async () => {
    await openLoginCard(page)
    const login = page.waitForRequest('**/api/video-access/login')
    const gate = await holdCalls(page, '**/api/video-access/login')
    await page.getByLabel('Email').evaluate((field: HTMLInputElement) => (field.type = 'text'))
    await logIn(page, `  ${email.toUpperCase()}  `)
    expect((await login).postDataJSON()).toEqual({ email: email.toUpperCase() })
    await expect(page.getByText('Logging in...')).toBeVisible()
    await expectNoAxeViolations(page)
    gate.letGo()
    await expectToast(page, 'Access Granted!', 'Welcome to the Innovation Interview Library.')
    await expectLibrary(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('videoAccessEmail'))).toBe(email)
    await page.reload()
    await expectLibrary(page)
    await page.unroute('**/api/video-access/login')
  })

  await test.step('logging out says so, leads to the front page, and holds', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'Logged Out', 'You have been successfully logged out.')
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('videoAccessEmail'))).toBeNull()
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL('/')
    await openLoginCard(page)
    await expect(page.getByText(email)).toBeHidden()
  })

  await test.step('a successful login grants at once, whatever an earlier question still answers', async () => {
    const gate = await holdCalls(page, '**/api/auth/status', {
      times: 1,
      answer: (route) =>
        route.fulfill({ json: { hasVideoAccess: false, isAdmin: false, userEmail: null } }),
    })
    const asked = page.waitForRequest('**/api/auth/status')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await logIn(page, email)
    await expectLibrary(page)
    gate.letGo()
    // The page aborted the request, or rendered its response.
    await (await asked).response()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await expectLibrary(page)
    await page.unroute('**/api/auth/status')
  })

  await test.step('a session that ended elsewhere is noticed when the window is looked at again', async () => {
    await page.request.post('/api/admin/logout')
    await returnToTab(page, page.getByRole('button', { name: 'Access Videos' }))
  })

  await test.step('an administrator has a badge, and an e-mail only after entering with one', async () => {
    const login = await page.request.post('/api/admin/login', {
      data: { username: greenroom.adminUsername, password: greenroom.adminPassword },
      headers: { origin: greenroom.url },
    })
    expect(login.ok()).toBe(true)
    await page.reload()
    await expectLibrary(page)
    await expect(page.getByText('ADMIN', { exact: true })).toBeVisible()
    await expect(page.getByText(email)).toBeHidden()
    await expectNoAxeViolations(page)
    await page.request.post('/api/video-access/login', {
      data: { email },
      headers: { origin: greenroom.url },
    })
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('ADMIN', { exact: true })).toBeVisible()
  })
})
