import { openReceiver } from '#tests/support/webhook-receiver.ts'
import { openRoom, refresh } from './support/admin-dashboard.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog, sampleTitles } from './support/landing.ts'

test('a webhook is added, tested, called, repeated, rotated, switched off and removed', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (400|401).*\/api\/admin\/(webhooks|confirm-password)/)
  const receiver = await openReceiver()
  const own = await startOwn({ RATE_LIMITS: 'off', WEBHOOK_NETWORKS: '127.0.0.0/8' })
  const readSecret = (dialog: ReturnType<typeof page.getByRole>) =>
    dialog.getByLabel('Secret', { exact: true }).innerText()
  try {
    await openRoom(page, own, 'settings/webhooks')
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
    for (const name of ['Atom feed', 'JSON Feed', 'calendar']) {
      const feed = await page.getByRole('link', { name, exact: true }).getAttribute('href')
      expect((await page.request.get(own.url + feed!)).status()).toBe(200)
    }
    await page.getByRole('button', { name: 'Add a webhook' }).click()

    await test.step('what is wrong is said at its field, and the password asked for where it is long ago', async () => {
      const dialog = await openDialog(page, 'Add a webhook')
      const address = dialog.getByLabel('Receiver URL')
      await address.fill('receiver')
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await expect(dialog.getByText('Must be an address such as')).toBeVisible()
      await expect(address).toBeFocused()
      await address.fill('http://10.9.8.7/hook')
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      await expect(dialog.getByText('This address is not called')).toBeVisible()
      await expectNoAxeViolations(page)
      await address.fill(receiver.url)
      await page.route('**/api/admin/webhooks', (route) =>
        route.fulfill({
          status: 401,
          headers: { 'refusal-code': 'password_needed' },
          json: { message: 'Please enter your password again', code: 'password_needed' },
        }),
      )
      await dialog.getByRole('button', { name: 'Add webhook' }).click()
      const prompt = await openDialog(page, 'Confirm your password')
      await page.unroute('**/api/admin/webhooks')
      await prompt.getByLabel('Your password').fill(own.adminPassword)
      await prompt.getByLabel('Your password').press('Enter')
    })

    const shown = await openDialog(page, 'Secret of the new webhook')
    receiver.believe(await readSecret(shown))
    await expect(shown.getByRole('button', { name: 'Copy secret' })).toBeFocused()
    await expectNoAxeViolations(page)
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    const { host } = new URL(receiver.url)
    const card = page.getByRole('article', { name: host })

    await test.step('a test and a registration arrive, signed, and are listed', async () => {
      await card.getByRole('button', { name: 'Send a test' }).click()
      await expectToast(page, { title: 'Test Sent' })
      await expect.poll(receiver.types).toEqual(['webhook.test'])
      const events = (await (await page.request.get(`${own.url}/api/events/upcoming`)).json()) as {
        id: number
        title: string
      }[]
      const { id } = events.find(({ title }) => title === sampleTitles.first)!
      receiver.behave({ status: 500 })
      const data = { ...newPerson(), eventIds: [id] }
      await page.request.post(`${own.url}/api/register-multi-event`, { data })
      await expect.poll(receiver.types).toContain('registration.created')
      expect(receiver.heard.map(({ body }) => body).join('')).not.toContain(data.email)
      await refresh(page)
      await expect(card.getByText('Failing', { exact: true })).toBeVisible()
      await card.getByRole('button', { name: 'Deliveries' }).click()
      const list = page.getByRole('list', { name: 'Deliveries, newest first' })
      const line = list.getByRole('listitem', { name: /^registration\.created/ })
      await expect(line).toContainText('The receiver answered 500')
      await expectNoAxeViolations(page)
      receiver.behave({ status: 204 })
      await line.getByRole('button', { name: 'Send again' }).click()
      await expect(line.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 15_000 })
      await expect(card.getByText('On', { exact: true })).toBeVisible()
    })

    await test.step('a new secret signs beside the one of before', async () => {
      await card.getByRole('button', { name: 'New secret' }).click()
      await (
        await openDialog(page, 'Create a new webhook secret?')
      )
        .getByRole('button', { name: 'Create secret' })
        .click()
      const made = await openDialog(page, 'New webhook secret')
      receiver.believe(await readSecret(made))
      await made.getByRole('button', { name: 'I have stored it' }).click()
      await expect(card.getByText('the old secret works too')).toBeVisible()
      await card.getByRole('button', { name: 'Send a test' }).click()
      await expect.poll(() => receiver.signatures.at(-1)?.split(' ').length).toBe(2)
    })

    await test.step('it is switched off and on, told of less, and removed', async () => {
      await card.getByRole('button', { name: 'Switch off' }).click()
      await expect(card.getByText('Switched off. Nothing is sent.')).toBeVisible()
      await card.getByRole('button', { name: 'Switch on' }).click()
      await card.getByRole('button', { name: 'Change' }).click()
      const dialog = await openDialog(page, 'Edit webhook')
      await dialog.getByRole('checkbox', { name: 'event.moved' }).uncheck()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expectToast(page, { title: 'Webhook Saved' })
      await expect(card).not.toContainText('event.moved')
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      await card.getByRole('button', { name: 'Remove' }).click()
      await (
        await openDialog(page, `Remove ${host}?`)
      )
        .getByRole('button', { name: 'Remove webhook' })
        .click()
      await expect(page.getByText('No webhooks yet.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
    expect(receiver.counts().refused).toBe(0)
  } finally {
    await receiver.close()
  }
})
