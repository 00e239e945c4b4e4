import { createElsewhere, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'

test('an organiser sees which source brought registrants, and opens the people behind a number', async ({
  page,
  startOwn,
  isMobile,
}) => {
  const greenroom = await startOwn({ RATE_LIMITS: 'off' })
  await signIn(page, greenroom)
  const event = await createElsewhere(page, greenroom, { title: 'Tonight at eight' })
  for (const [name, utm_source] of [
    ['Amina', 'newsletter'],
    ['Bongani', 'newsletter'],
    ['Chipo', undefined],
  ]) {
    const email = `${name!.toLowerCase()}.funnel@example.com`
    const person = { firstName: name, lastName: 'Of Today', email, eventIds: [event.id] }
    const data = { ...person, utm_source, landingPath: '/next176' }
    const answer = await page.request.post(`${greenroom.url}/api/register-multi-event`, { data })
    expect(answer.status()).toBe(200)
  }
  await page.goto(`${greenroom.url}/admin/statistics`)
  const bySource = page.getByRole('region', { name: 'Funnel by source' })
  const row = (name: string) =>
    bySource.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: name })
  await expect(row('newsletter')).toContainText('2')
  await expect(row('direct')).toContainText('1')
  await bySource.getByRole('button', { name: '2 Registered, newsletter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registered: newsletter' })
  const people = dialog.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(people).toHaveCount(2)
  await expect(people.first()).toContainText('Bongani Of Today')
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Group by').selectOption('First page')
  const byPage = page.getByRole('region', { name: 'Funnel by first page' })
  await expect(byPage.getByRole('button', { name: '3 Registered, /next176' })).toBeVisible()
  await expect(byPage.getByRole('button', { name: '3 Registered, total' })).toBeVisible()
  await page.getByLabel('First day').fill('2030-01-01')
  await expect(page.getByText('No views or registrations with this filter.')).toBeVisible()
  await page.getByLabel('Last day').fill('2029-01-01')
  await expect(page.getByText('The last day must not be before the first.')).toBeVisible()
  // The address keeps the filter.
  await page.reload()
  await expect(page.getByLabel('Group by')).toHaveValue('path')
  await expect(page.getByLabel('First day')).toHaveValue('2030-01-01')

  await page.goto(`${greenroom.url}/admin/events/${event.id}/results`)
  await expect(bySource.getByRole('button', { name: '2 Registered, newsletter' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
})

test('the whole funnel fits the screen, and is read and opened by keyboard', async ({
  page,
  startOwn,
  isMobile,
}) => {
  const greenroom = await startOwn({ RATE_LIMITS: 'off' })
  await signIn(page, greenroom)
  const event = await createElsewhere(page, greenroom, { title: 'Tonight at eight' })
  const sources = Array.from({ length: 17 }, (_, at) => `source-${at + 10}`)
  for (const utm_source of sources) {
    const email = `${utm_source}@example.com`
    const person = { firstName: 'Amina', lastName: 'Of Today', email, eventIds: [event.id] }
    const data = { ...person, utm_source }
    const answer = await page.request.post(`${greenroom.url}/api/register-multi-event`, { data })
    expect(answer.status()).toBe(200)
  }
  await page.goto(`${greenroom.url}/admin/events/${event.id}/results`)
  const funnel = page.getByRole('region', { name: 'Funnel by source' })
  const rows = funnel.getByRole(isMobile ? 'listitem' : 'row').filter({ hasText: 'source-' })
  const few = isMobile ? 5 : 15
  await expect(rows).toHaveCount(few)
  await page.getByRole('button', { name: 'Show all 17 rows' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(17)
  await expect(rows.nth(few)).toBeFocused()
  await page.keyboard.press('Tab')
  const name = sources[few]!
  const registered = funnel.getByRole('button', { name: `1 Registered, ${name}` })
  await expect(registered).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Registered: ${name}` })).toContainText('Amina')
  await page.keyboard.press('Escape')
  await expect(registered).toBeFocused()
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await funnel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectNoAxeViolationsFromTop(page)
})
