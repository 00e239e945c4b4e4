import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { openHttpServer } from '#tests/support/http-server.ts'
import { openDashboard, sectionOf, statOf } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

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

/** Answers requests for registrations with the next function of `answers`, over a real connection. */
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

test('an export pressed while the registrations load follows once all are there', async ({
  page,
  greenroom,
}) => {
  let goOn = () => {}
  const list = await answerRegistrations(page, [
    (response) => (goOn = () => void response.end(rest)),
  ])
  await openDashboard(page, greenroom)
  await expect(statOf(page, 'Totals', 'Event Registrations')).toContainText('600')
  await expect(sectionOf(page, 'All Registrations')).not.toContainText('Loading')

  const file = page.waitForEvent('download')
  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expectNoAxeViolationsFromTop(page)
  goOn()
  const path = await (await file).path()
  const text = await readFile(path, 'utf8')
  expect(Papa.parse<string[]>(text.slice(1).trim()).data).toHaveLength(1 + people)
  await expect(button).not.toHaveAttribute('aria-busy')
  expect(list.asked()).toBe(1)
  await list.close()
})

test('a list that breaks off is never exported as it is', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INCOMPLETE_CHUNKED_ENCODING/)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  const list = await answerRegistrations(page, [
    // Truncated but with a normal end, as some proxies do; then with a broken connection; then complete.
    (response) => void response.end(),
    (response) => void setImmediate(() => response.destroy()),
    (response) => void response.end(rest),
  ])
  await openDashboard(page, greenroom)
  await expect.poll(() => list.asked()).toBe(1)
  await expect(sectionOf(page, 'All Registrations')).not.toContainText('Loading')
  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.click()
  await expectToast(page, { title: 'No File Created', variant: 'destructive' })
  await expectNoAxeViolationsFromTop(page)
  expect([list.asked(), downloads]).toEqual([2, 0])

  const file = page.waitForEvent('download')
  await button.click()
  await file
  expect([list.asked(), downloads]).toEqual([3, 1])
  await list.close()
})
