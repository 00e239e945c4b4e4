import { signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson } from './support/landing.ts'
import { callAsAdmin } from './support/mail.ts'
import { createElsewhere, dateAhead } from './support/event-editor.ts'

test('an organiser shares the numbers of a guest’s link, and takes the link back', async ({
  page,
  browser,
  stage,
}) => {
  const calls = await callAsAdmin(stage)
  await signIn(page, stage)
  const { id, title } = await createElsewhere(page, stage, {
    status: 'upcoming',
    priority: 90,
    dateConfirmed: true,
    eventDate: dateAhead(30),
    eventTime: `${dateAhead(30)}T16:00:00.000Z`,
    eventEndTime: `${dateAhead(30)}T17:00:00.000Z`,
  })
  const name = 'Ama Mensah'
  const member = { name, email: `ama.${id}@example.com`, role: 'guest' }
  const added = await calls.post(`/api/admin/events/${id}/crew`, { data: member })
  const via = `guest-${(await added.json()).id}`
  for (let person = 0; person < 6; person++) {
    const data = { ...newPerson(), eventIds: [id], via }
    expect((await calls.post('/api/register-multi-event', { data })).status()).toBe(200)
  }
  await page.goto(`${stage.url}/admin/statistics?by=via&funnelEvent=${id}`)
  await page.getByRole('button', { name: '6 Registered, Ama Mensah (guest)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registered: Ama Mensah (guest)' })
  await expect(dialog.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(6)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const section = page.getByRole('region', { name: 'Numbers for partners and guests' })
  await section.getByRole('button', { name: 'Share numbers' }).click()
  await expect(section.getByLabel('Partner or guest')).toBeFocused()
  await section.getByLabel('Partner or guest').selectOption('Ama Mensah (guest)')
  await section.getByRole('button', { name: 'Create link' }).click()
  const link = section.getByRole('link', { name: 'Ama Mensah (guest)' })
  await expect(link).toBeVisible()
  await expect(section.getByText(`?via=${via}`)).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  const address = (await link.getAttribute('href'))!

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(stage.url + address)
  await expect(plain.getByRole('heading', { name: 'Registrations by your link' })).toBeVisible()
  await context.close()
  const partner = await browser.newPage()
  await partner.goto(stage.url + address)
  await expect(partner.getByText('All numbers are rounded down')).toBeVisible()
  // The registrations of this week count from next Monday on.
  await expect(partner.getByText('No event has 5 registrations by your link yet.')).toBeVisible()
  await expect(partner.getByText(title)).toHaveCount(0)
  await expectNoAxeViolations(partner)
  await partner.setViewportSize({ width: 320, height: 640 })
  expect(await partner.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await section.getByRole('button', { name: 'Remove Ama Mensah (guest)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click()
  await expect(link).toHaveCount(0)
  await partner.reload()
  await expect(partner.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await partner.close()
  await calls.dispose()
})
