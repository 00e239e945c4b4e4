import Papa from 'papaparse'
import type { RegistrationRow } from '#features/reports/contract.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import {
  makeAttendees,
  openDashboard,
  openRoom,
  sectionOf,
  statOf,
} from './support/admin-dashboard.ts'
import { download } from './support/admin-imports.ts'
import { signIn } from './support/event-editor.ts'
import { expectNoAxeViolations, scrollToTops } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { sampleTitles, waitForLife } from './support/landing.ts'
import { queryDatabase } from './support/members.ts'
import { startPrepared } from './support/prepare.ts'

// The second test needs the state that the first leaves: an admin area without people.
test.describe.configure({ mode: 'serial' })
let greenroom: Greenroom
test.beforeAll(async () => {
  greenroom = await startPrepared({ RATE_LIMITS: 'off' })
})
test.afterAll(() => greenroom.close())

test('an empty admin area says so, and what cannot be loaded is asked for again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  await page.route('**/api/admin/tables/video-access*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
  )
  await openDashboard(page, greenroom)
  for (const text of [
    'No event registrations found.',
    'No access data available yet.',
    'No registrations yet.',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(statOf(page, 'Totals', 'Event Registrations')).toHaveText('0')
  await expect(statOf(page, 'Library Usage', 'Engagement Rate')).toHaveText('0%')
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await page.getByRole('button', { name: 'Export CSV' }).click()

  const videoOnly = sectionOf(page, 'Video-Only Access Users')
  await expect(videoOnly.getByRole('alert')).toContainText('could not be loaded')
  await page.unroute('**/api/admin/tables/video-access*')
  await videoOnly.getByRole('button', { name: 'Try again' }).click()
  await expect(videoOnly.getByText('No video-only access users found.')).toBeVisible()
  await expect(statOf(page, 'Totals', 'Total Users')).toHaveText(/^0/)
  expect(downloads).toBe(0)
  await page.route('**/api/admin/counts', (route) =>
    route.fulfill({ status: 500, json: { message: 'The database is away.' } }),
  )
  await page.reload()
  // The dashboard does not compute missing totals from the lists.
  await expect(statOf(page, 'Totals', 'Total Users')).toHaveText(/–/)
  await page.unroute('**/api/admin/counts')
  const totals = sectionOf(page, 'Totals')
  await totals.getByRole('button', { name: 'Try again' }).click()
  await expect(statOf(page, 'Totals', 'Total Users')).toHaveText(/^0/)
  await openRoom(page, greenroom, 'settings/log')
  await expect(page.getByRole('region', { name: 'Activity log' })).toContainText('Signed in')
})

test('the numbers agree with the database, and the export with the registrations', async ({
  page,
}) => {
  test.slow()
  await signIn(page, greenroom)
  const attendees = makeAttendees(120, sampleTitles.first)
  const imported = await page.request.post(`${greenroom.url}/api/admin/bulk-import-attendees`, {
    data: { attendees },
  })
  expect(await imported.json()).toMatchObject({ imported: 120, errors: [] })
  const entered = await page.request.post(`${greenroom.url}/api/video-access/login`, {
    data: { email: 'person1@example.com' },
  })
  expect(entered.status()).toBe(200)
  for (const accessType of ['page_visit', 'video_watch', 'video_watch']) {
    const used = await page.request.post(`${greenroom.url}/api/track-access`, {
      data: { email: 'person1@example.com', accessType, ipAddress: '', userAgent: 'a browser' },
    })
    expect(used.ok()).toBe(true)
  }
  const [counted] = await queryDatabase<Record<string, number>>(
    greenroom,
    `select (select count(*)::int from users) as users,
      (select count(*)::int from event_registrations) as registered,
      (select count(*)::int from video_access) as viewers,
      (select count(*)::int from events) as events`,
  )
  const { users = 0, registered = 0, viewers = 0, events = 0 } = counted!
  expect([users, registered, viewers]).toEqual([120, 90, 30])

  await page.goto(`${greenroom.url}/admin`)
  await waitForLife(page)
  await expect(statOf(page, 'Totals', 'Total Users')).toContainText(
    `${users + viewers + registered}`,
  )
  await expect(statOf(page, 'Totals', 'Total Users')).toContainText('120 different people')
  await expect(statOf(page, 'Totals', 'Event Registrations')).toHaveText(`${users + registered}`)
  await expect(statOf(page, 'Totals', 'Video Access Only')).toHaveText(`${viewers}`)
  await expect(statOf(page, 'Totals', 'Total Events')).toHaveText(`${events}`)
  await expect(statOf(page, 'Library Usage', 'Total Page Visits')).toHaveText('1')
  await expect(statOf(page, 'Library Usage', 'Unique Visitors')).toHaveText('1')
  await expect(statOf(page, 'Library Usage', 'Video Watches')).toHaveText('2')
  await expect(statOf(page, 'Library Usage', 'Engagement Rate')).toHaveText('1%')
  const overview = sectionOf(page, 'Events Overview').getByRole('article')
  await expect(overview).toHaveCount(events)
  await expect(overview.filter({ hasText: sampleTitles.future })).toContainText('Date TBD')
  // Upcoming events come first, past ones last, newest first.
  await expect(overview.first()).toContainText(sampleTitles.first)
  const statuses = await overview
    .getByText(/^(Upcoming|Pre-registration|Completed)$/)
    .allTextContents()
  const order = ['Upcoming', 'Pre-registration', 'Completed']
  expect(statuses).toEqual(statuses.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))

  const file = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(file.name).toMatch(/^event-registrations-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(file.text.startsWith('\uFEFF"ID","First Name"')).toBe(true)
  const exported = Papa.parse<string[]>(file.text.slice(1).trim()).data
  const listed = await page.request.get(`${greenroom.url}/api/registrations`)
  const rows = (await listed.json()) as RegistrationRow[]
  expect(exported.slice(1).map((cells) => cells.slice(0, 10))).toEqual(
    rows.map((row) => [
      String(row.id),
      row.firstName,
      row.lastName,
      row.email,
      row.company.replace(/^=/, "'="),
      row.jobTitle,
      row.linkedin,
      row.interests.join('; '),
      row.questions,
      row.receiveUpdates ? 'Yes' : 'No',
    ]),
  )
  expect(exported[1]?.[10]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

  const section = sectionOf(page, 'Event Registrations by Event')
  const search = section.getByRole('searchbox')
  await expect(section.getByRole('status')).toHaveText('90 in all')
  await search.fill('ZOE 008 coffee')
  await expect(section.getByText('No match.')).toBeVisible()
  await section.getByRole('button', { name: 'Show all' }).click()
  await search.fill('lukasz 002')
  await expect(section.getByRole('status')).toHaveText('1 of 90')
  await search.fill('thandi 003 karoo')
  await expect(section.getByRole('status')).toHaveText('1 of 90')
  const link = section.getByRole('link', { name: 'person3@example.com' })
  await expect(link).toHaveAttribute('href', 'mailto:person3@example.com')
  await search.fill('')
  await section
    .getByRole('combobox', { name: 'Event' })
    .selectOption({ label: `${sampleTitles.first} (90)` })
  await expect(section.getByRole('status')).toHaveText('90 in all')

  const access = sectionOf(page, 'Member Access Breakdown')
  await access.getByRole('searchbox').fill('person1@')
  await expect(access.getByRole('status')).toHaveText('1 of 120')
  await expect(access.getByText('Accessed', { exact: true })).toBeVisible()
  const shown = await download(page, access.getByRole('button', { name: /^Download as CSV/ }))
  expect(Papa.parse<string[]>(shown.text.slice(1).trim()).data).toMatchObject(
    [
      ['Name', 'Email', 'Company', 'Status', 'Last Access', 'Video Watches', 'Total Visits'],
      ['Amara Person 001', 'person1@example.com', 'Karoo "Coffee", Ltd', 'Accessed', /./, '2', '1'],
    ].map((cells) =>
      cells.map((cell) => (cell instanceof RegExp ? expect.stringMatching(cell) : cell)),
    ),
  )

  const all = sectionOf(page, 'All Registrations')
  const table = all.getByRole('table', { name: 'All registrations' })
  await expect(table).toHaveAttribute('aria-rowcount', '121')
  const name = table.getByRole('columnheader', { name: 'Name', exact: true })
  const first = table.locator('[aria-rowindex="2"]')
  await name.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText('Amara Person 001')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('Zoë Person 116')
  // Only the first rows are there; the others follow page by page.
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  for (const shownRows of [101, 121]) {
    await all.getByRole('button', { name: 'Show more' }).click()
    await expect(table.getByRole('row')).toHaveCount(shownRows)
  }
  await expect(all.getByRole('button', { name: 'Show more' })).toBeHidden()
  await all.getByRole('region', { name: 'All registrations, rows' }).focus()
  await page.keyboard.press('End')
  await expect(table.locator('[aria-rowindex="121"]')).toContainText('Amara Person 001')
  await expect(table.locator('[aria-rowindex="121"]')).toBeInViewport()
  await expect(name).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(first).toContainText('Zoë Person 116')
  await scrollToTops(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
})

test('the dashboard shows what makes the node slow', async ({ page }) => {
  const warning = 'This node receives no notifications from other nodes'
  const to = '/admin/settings#services'
  const trouble = {
    kind: 'changes_unheard',
    message: warning,
    reason: null,
    to,
    way: 'View services',
  }
  await page.route('**/api/admin/troubles', (route) =>
    route.fulfill({ json: { troubles: [trouble] } }),
  )
  await signIn(page, greenroom)
  await page.goto(`${greenroom.url}/admin`)
  await expect(page.getByText(warning)).toBeVisible()
})
