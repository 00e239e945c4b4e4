import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { openHttpServer } from '#tests/support/http-server.ts'
import { openDashboard, sectionOf, statOf } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'

const people = 600
const rows = Array.from({ length: people }, (_, index) =>
  JSON.stringify({
    id: people - index,
    firstName: index % 2 ? 'Zoë' : 'Sipho',
    lastName: `Person ${people - index}`,
    email: `person${people - index}@example.com`,
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    linkedin: '',
    interests: [],
    questions: '',
    receiveUpdates: true,
    createdAt: '2026-10-01T10:00:00.000Z',
  }),
)
const half = `[\n${rows.slice(0, people / 2).join(',\n')},`
const rest = `\n${rows.slice(people / 2).join(',\n')}\n]\n`

/** The registrations come from here: each time as the next of `answers` says, over a real connection. */
async function answerRegistrations(page: Page, answers: ((response: ServerResponse) => void)[]) {
  const { origin, close } = await openHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.write(half)
    answers.shift()?.(response)
  })
  let asked = 0
  await page.route('**/api/registrations', (route) => {
    asked += 1
    return route.continue({ url: `${origin}/` })
  })
  await page.route('**/api/admin/counts', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      json: { ...(await response.json()), registrations: people, eventRegistrations: 0 },
    })
  })
  return {
    asked: () => asked,
    close,
  }
}

test('rows show as they arrive, and an export pressed meanwhile follows once all are there', async ({
  page,
  greenroom,
}) => {
  let goOn = () => {}
  const list = await answerRegistrations(page, [
    (response) => (goOn = () => void response.end(rest)),
  ])
  await openDashboard(page, greenroom)
  const all = sectionOf(page, 'All Registrations')
  await expect(all.getByRole('status')).toContainText('300 of 600 have arrived')
  await expect(statOf(page, 'Totals', 'Event Registrations')).toContainText('600')
  await all.getByRole('searchbox').fill('person 600')
  await expect(all.getByRole('status')).toContainText('1 match')
  await expect(all.getByRole('status')).toContainText('Search and order act on these.')
  await expectNoAxeViolationsFromTop(page)

  const file = page.waitForEvent('download')
  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.click()
  await expect(page.getByText('The file follows: 300 of 600 have arrived.')).toBeVisible()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  goOn()
  const path = await (await file).path()
  const text = await readFile(path, 'utf8')
  expect(Papa.parse<string[]>(text.slice(1).trim()).data).toHaveLength(1 + people)
  await expect(page.getByText(/^The file follows/)).toBeHidden()
  await expect(all.getByRole('status')).toHaveText('1 of 600')
  expect(list.asked()).toBe(1)
  await list.close()
})

test('a list that breaks off says that it is incomplete, and is never exported as it is', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INCOMPLETE_CHUNKED_ENCODING/)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  const list = await answerRegistrations(page, [
    // Ends as if all were well, as some proxies make it end; then with its connection; then whole.
    (response) => void response.end(),
    (response) => void setImmediate(() => response.destroy()),
    (response) => void response.end(rest),
  ])
  await openDashboard(page, greenroom)
  const all = sectionOf(page, 'All Registrations')
  await expect(all.getByRole('alert')).toContainText('incomplete: they broke off after 300 rows')
  await expect(all.getByRole('status')).toContainText('300 of 600 have arrived')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('The registrations broke off at 300 of 600')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  expect([list.asked(), downloads]).toEqual([1, 0])

  await all.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => list.asked()).toBe(2)
  await expect(all.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy')
  await expect(all.getByRole('alert')).toContainText('incomplete')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Load them again for the file' }).click()
  await file
  await expect(all.getByRole('alert')).toBeHidden()
  await expect(all.getByRole('status')).toHaveText('600 in all')
  expect([list.asked(), downloads]).toEqual([3, 1])
  await list.close()
})
