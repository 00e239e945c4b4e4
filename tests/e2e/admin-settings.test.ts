import { openRoom, sectionOf } from './support/admin-dashboard.ts'
import { newVisitor, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations, scrollToTops } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'

const colleague = { username: 'thandi', password: 'house-lights-down' }
const changed = 'doors-at-seven'

test('the settings say what is set up and which limits are in force, and an administrator is added, changes their password and is removed while the site runs', async ({
  page,
  browser,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  // Provoked refusals appear in the console.
  expectConsoleError(/status of (400|401|409)/)
  const own = await startOwn({
    SMTP_URL: 'smtps://hush:hush@mail.example.org',
    MAIL_FROM: 'House Lights <hello@example.org>',
  })
  await openRoom(page, own, 'settings')
  await test.step('services and limits are listed', async () => {
    const services = page.getByRole('list', { name: 'Services' })
    const mail = services.getByRole('listitem', { name: 'Email', exact: true })
    await expect(mail).toContainText('Set up')
    await expect(mail).toContainText(
      'through mail.example.org, from House Lights <hello@example.org>',
    )
    const zoom = services.getByRole('listitem', { name: 'Zoom registrations' })
    await expect(zoom).toContainText('Not set up')
    await expect(services).not.toContainText('hush')
    const areas = sectionOf(page, 'Connections')
    await areas.getByText('Email', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Email', exact: true })
    await expect(form.getByText('Set on the server: SMTP_URL').first()).toBeVisible()
    await expect(form.getByLabel('Server', { exact: true })).toHaveValue('mail.example.org')
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
    const limits = sectionOf(page, 'Limits')
    await expect(limits).toContainText('Registrations per IP address1,000 a minute')
    await expect(limits).toContainText('Sign-in links and codes sent to one email4 an hour')
    await scrollToTops(page)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoAxeViolations(page)
    }
  })

  await test.step('health lists problems and how to fix them', async () => {
    await page.getByRole('link', { name: 'Health', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health')
    await expect(page.getByText(/OK\. Checked/)).toBeVisible({ timeout: 30_000 })
    const urgent = sectionOf(page, 'Fix now')
    await expect(urgent).toContainText('SMTP_URL still holds a placeholder')
    await expect(sectionOf(page, 'OK')).toContainText('The site runs.')
    await expect(page.locator('main')).not.toContainText('hush')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoAxeViolations(page)
    }
    await page.getByRole('link', { name: 'Administrators', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administrators')
  })

  const section = sectionOf(page, 'Administrators')
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(section).toContainText('This is the only administrator. Add another one')
  await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0)

  const dialog = page.getByRole('dialog')
  await section.getByRole('button', { name: 'Add an administrator' }).click()
  const username = dialog.getByLabel('Username')
  const password = dialog.getByLabel('Password', { exact: true })
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(dialog).toContainText('Username is required')
  await username.fill(own.adminUsername)
  await password.fill('short')
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(dialog).toContainText('Password must have at least 12 characters')
  await password.fill(colleague.password)
  await dialog.getByLabel('Your password').fill(own.adminPassword)
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(dialog).toContainText(`There is already an administrator ${own.adminUsername}.`)
  await expect(username).toBeFocused()
  await username.fill(colleague.username)
  await dialog.getByLabel('Show passwords').check()
  await expect(password).toHaveAttribute('type', 'text')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add administrator' }).click()
  await expect(page.getByText('Administrator Added', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(lines).toHaveCount(2)

  // The colleague uses their own browser, and a second one.
  const theirs = await newVisitor(browser)
  const elsewhere = await newVisitor(browser)
  for (const visitor of [theirs, elsewhere]) {
    await visitor.goto(`${own.url}/admin/settings/administrators`)
    await visitor.getByLabel('Username').fill(colleague.username)
    await visitor.getByLabel('Password').fill(colleague.password)
    await visitor.getByRole('button', { name: 'Login' }).click()
    await expect(
      sectionOf(visitor, 'Administrators').getByText('You', { exact: true }),
    ).toBeVisible()
  }
  await theirs.getByRole('button', { name: 'Change your password' }).click()
  const theirDialog = theirs.getByRole('dialog')
  await theirDialog.getByLabel('Current password').fill('not this one')
  await theirDialog.getByLabel('New password').fill(changed)
  await theirDialog.getByRole('button', { name: 'Change password' }).click()
  await expect(theirDialog).toContainText('Your current password is wrong')
  await expect(theirDialog.getByLabel('Current password')).toBeFocused()
  await theirDialog.getByLabel('Current password').fill(colleague.password)
  await theirDialog.getByRole('button', { name: 'Change password' }).click()
  await expect(theirs.getByText('Password Changed', { exact: true })).toBeVisible()
  await theirs.getByRole('button', { name: 'Refresh' }).click()
  await expect(sectionOf(theirs, 'Administrators').getByRole('listitem')).toHaveCount(2)
  await elsewhere.getByRole('button', { name: 'Refresh' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Admin Login' })).toBeVisible()

  await section.getByRole('button', { name: `Remove ${colleague.username}` }).click()
  await expect(dialog.getByRole('heading')).toHaveText(`Remove ${colleague.username}?`)
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Your password').fill(own.adminPassword)
  await dialog.getByRole('button', { name: 'Remove administrator' }).click()
  await expect(page.getByText('Administrator Removed', { exact: true })).toBeVisible()
  await expect(lines).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Administrators' })).toBeFocused()
  await theirs.getByRole('button', { name: 'Refresh' }).click()
  await expect(theirs.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await theirs.getByLabel('Username').fill(colleague.username)
  await theirs.getByLabel('Password').fill(changed)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByText('Invalid username or password')).toBeVisible()
  for (const visitor of [theirs, elsewhere]) await visitor.context().close()

  await openRoom(page, own, 'settings/log')
  const acts = page.getByRole('list', { name: 'Activity, newest first' })
  await expect(acts).toContainText('Administrator removed')
  await expect(acts).toContainText('Password changed')
  await expect(acts).not.toContainText(/doors|house-lights/)
})

test('a mail server is tried and saved without a restart; what was typed outlives a lost line, an old password and an ended session', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|401)|ERR_INTERNET_DISCONNECTED/)
  const server = await fickleMailServer()
  await server.open()
  const own = await startOwn()
  await openRoom(page, own, 'settings')
  await sectionOf(page, 'Connections').getByText('Email', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Email', exact: true })
  const host = form.getByLabel('Server', { exact: true })
  const save = form.getByRole('button', { name: 'Save' })
  const steps = form.getByRole('list', { name: 'Test result' })

  const provider = form.getByLabel('Email provider')
  await provider.selectOption('Gmail / Google Workspace')
  await expect(form.getByText(/^An app password/)).toBeVisible()
  await expect(host).toBeHidden()
  await form.getByText('Advanced', { exact: true }).click()
  await expect(host).toHaveValue('smtp.gmail.com')
  await expect(form.getByLabel('Port')).toHaveValue('465')
  await provider.selectOption('Other mail server')

  await host.fill('127.0.0.1')
  await form.getByLabel('Port').fill('port')
  await form.getByLabel('Sender').fill('House Lights <hello@lights.example>')
  await form.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(form.getByText('Must be a number from 1 to 65535')).toBeVisible()
  await expect(form.getByLabel('Port')).toBeFocused()
  await form.getByLabel('Port').fill(new URL(server.url).port)
  await form.getByLabel('Security').selectOption('STARTTLS')
  await form.getByLabel('Send a test email to').fill('thandi@example.com')
  await form.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps).toContainText('The server accepted the email.')
  expect(server.taken).toEqual(['thandi@example.com'])
  await scrollToTops(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }

  await test.step('offline in the middle', async () => {
    await page.context().setOffline(true)
    await save.click()
    await expect(form.getByRole('alert')).toContainText('Your changes are not lost')
    await page.context().setOffline(false)
    await expect(host).toHaveValue('127.0.0.1')
  })

  await test.step('the session ends', async () => {
    await page.request.post(`${own.url}/api/admin/logout`, { data: {} })
    await save.click()
    await expect(form.getByRole('alert')).toContainText('You are signed out')
    await page.getByRole('button', { name: 'Refresh' }).click()
    // The form for the mail server has a field of the same name.
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await page.getByLabel('Username').fill(own.adminUsername)
    await page.getByLabel('Password').fill(own.adminPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await sectionOf(page, 'Connections').getByText('Email', { exact: true }).click()
    await expect(host).toHaveValue('127.0.0.1')
  })

  await test.step('the password was typed long ago', async () => {
    const address = '**/api/admin/settings/mail'
    await page.route(
      address,
      (route) =>
        route.fulfill({
          status: 401,
          headers: { 'refusal-code': 'password_needed' },
          json: { message: 'Please enter your password again', code: 'password_needed' },
        }),
      { times: 1 },
    )
    await save.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText('Confirm your password')
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Your password').fill('not this one')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('Your current password is wrong')
    await dialog.getByLabel('Your password').fill(own.adminPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(host).toHaveValue('127.0.0.1')
  })
  await expect(page.getByRole('list', { name: 'Services' })).toContainText(
    'Emails are sent through 127.0.0.1',
  )
  const other = await page.context().newPage()
  await signIn(other, own)
  await openRoom(other, own, 'settings/log')
  await expect(other.getByRole('list', { name: 'Activity, newest first' })).toContainText(
    'Changed the settings of mail',
  )
  await server.close()
})
