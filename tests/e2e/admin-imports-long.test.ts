import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import {
  dropFile,
  openImport,
  readCounts,
  readVerdicts,
  uniqueWord,
} from './support/admin-imports.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, sampleTitles } from './support/landing.ts'

const parts = '**/api/admin/bulk-import-attendees'

test('a long import shows its progress, stops, survives a failure and is undone whole', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/ERR_CONNECTION_RESET|503/)
  const word = uniqueWord()
  const rows = Array.from(
    { length: 2500 },
    (_, row) =>
      `Thandi,Nkosi,${row % 1000 === 7 ? 'nobody' : `p${row}.${word}@example.com`},${row % 2 ? sampleTitles.first : ''}`,
  )
  rows.push(`Thandi,Nkosi,p0.${word}@example.com,`)
  await openImport(page, greenroom, '/attendee-import')
  // Filling the field takes the browser a second per five hundred lines; a file is fast.
  await dropFile(page.getByLabel('CSV data'), 'long.csv', rows.join('\n'))
  await expect(page.getByText('2,501 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 2,501', 'New 2,497', 'Repeated 1', 'Invalid 3'])
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem')).toHaveCount(50)
  await preview.getByRole('button', { name: 'Show more' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(250)

  const sent: { batchId: string; firstRow: number; attendees: unknown[] }[] = []
  const gate = Promise.withResolvers<void>()
  await page.route(parts, async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length === 2) await gate.promise
    if (sent.length === 3) return route.abort('connectionreset')
    if (sent.length === 4) return route.fulfill({ status: 503, json: { message: 'One moment' } })
    return route.continue()
  })
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expect(page.getByText('Importing: 250 of 2,501 rows done')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '250')
  await expect(page.getByRole('button', { name: 'Importing...' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  gate.resolve()
  const told = page.getByRole('region', { name: 'Import progress' })
  const begun = 'Rows 1 to 500 of 2,501 have been imported'
  await expect(told.getByText(`${begun}. Rows 501 to 2,501 have not been imported.`)).toBeVisible()
  await expectNoAxeViolations(page)

  const goOn = told.getByRole('button', { name: 'Continue from row 501' })
  await goOn.click()
  await expectToast(page, {
    title: 'Import Failed',
    text: 'Failed to import attendees. Please check your data format.',
    variant: 'destructive',
  })
  await expect(told.getByText(`${begun}; no response for rows 501 to 750.`)).toBeVisible()
  await goOn.click()
  await expect(told.getByText('The server reported an error.', { exact: false })).toBeVisible()
  await expect(told.getByText(`${begun}. Rows 501 to 2,501 have not been imported.`)).toBeVisible()
  expect(await readCounts(page)).toMatchObject({ 'New Users': '499' })
  await expectNoAxeViolations(page)
  await goOn.click()
  await expectToast(page, {
    title: 'Import Completed',
    text: 'Successfully processed 2498 attendees',
  })
  expect(sent.map(({ firstRow, attendees }) => [firstRow, attendees.length])).toEqual([
    [1, 250],
    [251, 250],
    [501, 250],
    [501, 250],
    [501, 250],
    [751, 250],
    [1001, 250],
    [1251, 250],
    [1501, 250],
    [1751, 250],
    [2001, 250],
    [2251, 250],
    [2501, 1],
  ])
  expect(new Set(sent.map(({ batchId }) => batchId)).size).toBe(1)
  expect(await readCounts(page)).toEqual({
    'New Users': '2,497',
    'Updated Users': '1',
    'Video Only': '1,250',
    'Event Registrations': '1,247',
  })
  const errors = page.getByRole('region', { name: 'Errors (3)' }).getByRole('listitem')
  await expect(errors.last()).toHaveText('Row 2008: Valid email is required, found "nobody"')
  await expect(page.getByRole('button', { name: /^Send confirmations to 1,247/ })).toBeVisible()

  await expect(page.getByText(/^2,497 new people · 1 updated · /)).toBeVisible()
  // The list's response after a server stopped in the middle of an undo.
  const list = '**/api/admin/import-batches'
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const [latest, ...others] = await response.json()
    const state = { undoBeganAt: latest.startedAt, removed: 1200, restored: 0 }
    await route.fulfill({ response, json: [{ ...latest, ...state }, ...others] })
  })
  await page.reload()
  await expect(page.getByText('Partly undone', { exact: true })).toBeVisible()
  const sofar = 'Partly undone: 1,200 entries removed and 0 restored so far.'
  await expect(page.getByText(sofar)).toBeVisible()
  await page
    .getByRole('button', { name: /^Finish undoing the import of/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Finish undoing this import?' })
  await expectNoAxeViolations(page)
  await page.unroute(list)
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expectToast(page, {
    title: 'Import Undone',
    text: '4,994 entries removed, 0 restored.',
  })
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
})
