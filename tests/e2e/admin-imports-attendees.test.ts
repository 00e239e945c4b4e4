import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import {
  download,
  dropFile,
  openImport,
  readCounts,
  readVerdicts,
  uniqueWord,
} from './support/admin-imports.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openPage, sampleTitles } from './support/landing.ts'
import { enterByCall } from './support/members.ts'

test('an attendee list is dropped, previewed, imported, corrected, confirmed and undone, and other files are rejected', async ({
  page,
  request,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const word = uniqueWord()
  await openImport(page, greenroom, '/attendee-import')
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Attendee Import' })).toBeVisible()
  const events = page.getByRole('region', { name: 'Events and their IDs' })
  await expect(events.getByText(sampleTitles.first)).toBeVisible()
  await expect(events.getByText(/^ID \d+$/).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Import Attendees' })
  await expect(button).toBeDisabled()
  await expectNoAxeViolations(page)

  const field = page.getByLabel('CSV data')
  await field.fill('   \n ')
  await expect(button).toBeDisabled()
  const lines = [
    'Email;First Name;Last Name;Event;Company',
    `one.${word}@gmial.com;Zoë;"D’Arcy; PhD";${sampleTitles.first};"Karoo\r\nCoffee, ""Ltd"""`,
    `two.${word}@example.com;Sipho;Dlamini;NULL;Café Zoë`,
    `three.${word}@;Lindiwe;Dube;${sampleTitles.first};`,
    `four.${word}@example.com;Ayanda;Khumalo;The last mile comes fist;`,
    `two.${word}@example.com;Sipho;Dlamini;;`,
    'short;row',
    '',
  ]
  await dropFile(field, 'list.csv', `\uFEFF${lines.join('\r\n')}`)
  await expect(page.getByText('list.csv loaded.')).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('5 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual([
    'All 6',
    'New 2',
    'Repeated 1',
    'Unknown event 1',
    'Invalid 1',
    'Likely typo 1',
    'Skipped 1',
  ])
  await expect(preview.getByText('No last name')).toBeVisible()
  await expectNoAxeViolations(page)
  await preview.getByRole('button', { name: 'Unknown event 1' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(1)
  const unknown = `No event is called "The last mile comes fist"; the nearest title is "${sampleTitles.first}"`
  await expect(preview.getByText(unknown)).toBeVisible()
  await preview.getByRole('button', { name: 'Likely typo 1' }).click()
  await preview.getByRole('button', { name: `one.${word}@gmail.com` }).click()
  await expect(preview.getByRole('button', { name: 'Likely typo' })).toBeHidden()
  expect(await field.inputValue()).toContain(`one.${word}@gmail.com;Zoë`)

  await button.click()
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 3 attendees' })
  await expect(preview).toBeHidden()
  const results = { 'New Users': '2', 'Updated Users': '1', 'Video Only': '1' }
  expect(await readCounts(page)).toEqual({ ...results, 'Event Registrations': '1' })
  const errors = page.getByRole('region', { name: 'Errors (2)' }).getByRole('listitem')
  expect(await errors.allTextContents()).toEqual([
    `Row 5: Valid email is required, found "three.${word}@"`,
    `Row 6: ${unknown}`,
  ])
  const everyLine = page.getByRole('region', { name: 'Result of each line' })
  await expect(everyLine.getByRole('listitem')).toHaveText([
    /^Line 2: Imported/,
    /^Line 4: Imported/,
    /^Line 5: Invalid \(Valid email is required/,
    /^Line 6: Invalid \(No event is called/,
    /^Line 7: Unchanged/,
    /^Line 8: Skipped \(No last name\)/,
  ])
  const lineResults = await download(
    page,
    page.getByRole('button', { name: 'Download the result of each line' }),
  )
  expect(lineResults.name).toBe('import-result.csv')
  expect(lineResults.text).toContain('"8","row","short","Skipped","No last name"')
  await expectNoAxeViolations(page)

  const people = await (await page.request.get('/api/registrations')).json()
  const stored = people.filter(({ email }: { email: string }) => email.includes(word))
  expect(stored).toHaveLength(2)
  expect(stored).toContainEqual(
    expect.objectContaining({ lastName: 'D’Arcy; PhD', company: 'Karoo\nCoffee, "Ltd"' }),
  )
  expect(stored).toContainEqual(expect.objectContaining({ company: 'Café Zoë' }))

  const saving = page.getByRole('button', { name: 'Download the failed rows' })
  const failed = await download(page, saving)
  expect(failed.name).toBe('attendees-to-correct.csv')
  const header = '"First Name","Last Name","Email","Event","Company","Job Title","Error"\r\n'
  expect(failed.text.startsWith(`\uFEFF${header}`)).toBe(true)
  const corrected = failed.text
    .replace(`"three.${word}@"`, `"three.${word}@example.com"`)
    .replace('"The last mile comes fist"', `"${sampleTitles.first}"`)
  const chosen = { name: 'corrected.csv', mimeType: 'text/csv', buffer: Buffer.from(corrected) }
  await page.locator('input[type=file]').setInputFiles(chosen)
  await expect(preview.getByText('2 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 2', 'New 2'])
  await button.click()
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 2 attendees' })
  await expect(page.getByRole('region', { name: /^Errors/ })).toBeHidden()
  expect(await readCounts(page)).toMatchObject({ 'New Users': '2', 'Event Registrations': '2' })

  await page.getByRole('button', { name: 'Send confirmations to 2 people' }).click()
  const asking = page.getByRole('dialog', { name: 'Send confirmations to 2 people?' })
  await asking.getByRole('button', { name: 'Send confirmations', exact: true }).click()
  await expectToast(page, {
    title: 'Confirmations Sent',
    text: '2 people will get a confirmation email.',
  })
  await expect(page.getByText('Confirmations are being sent to 2 people.')).toBeVisible()

  await expect(page.getByText('2 new people · 2 registrations', { exact: true })).toBeVisible()
  const undo = page.getByRole('button', { name: /^Undo the import of/ })
  await undo.first().click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  const stays = page.getByRole('dialog', { name: 'This import cannot be undone' })
  for (const name of ['three', 'four']) {
    const line = stays.getByRole('listitem').filter({ hasText: `${name}.${word}@example.com` })
    await expect(line.getByText('got an email since')).toBeVisible()
    await expect(line.getByRole('link')).toHaveAttribute('href', /^\/admin\/people\/\w{32}$/)
  }
  await expectNoAxeViolations(page)
  await stays.getByRole('button', { name: 'Close', exact: true }).last().click()

  // One person of the first list has visited the library since, so only the other is removed.
  await enterByCall(request, greenroom, `two.${word}@example.com`)
  await undo.nth(1).click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(stays.getByText('has signed in to the library since')).toBeVisible()
  await stays.getByRole('button', { name: 'Keep 1 person, undo the other 1' }).click()
  await expectToast(page, {
    title: 'Import Undone',
    text: '2 entries removed, 0 restored. Kept: 1 person.',
  })
  await expect(page.getByRole('heading', { name: 'Imports' })).toBeFocused()
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Import results' })).toBeHidden()
  await expect(button).toBeDisabled()

  const sent: string[] = []
  page.on('request', (made) => sent.push(made.url()))
  await field.fill('Thandi,Nkosi\n,,a@b.co\nnobody at all')
  await button.click()
  await expectToast(page, {
    title: 'No Valid Data',
    text: 'Please ensure your CSV has the correct format: First Name, Last Name, Email, Event (optional)',
    variant: 'destructive',
  })
  await field.fill('thandi@example.com')
  await button.click()
  await expectToast(page, { title: 'No Valid Data', variant: 'destructive' })
  await field.fill('Thandi,Nkosi,thandi@\nSipho,Dlamini,sipho@')
  await expect(preview.getByText('This list has no rows to import.')).toBeVisible()
  await button.click()
  await expectToast(page, { title: 'No Valid Data', variant: 'destructive' })
  await field.fill('Thandi,Nkosi,thandi@example.com\nSipho,"Dlamini,sipho@example.com\n')
  await expect(preview.getByText('thandi@example.com')).toBeVisible()
  await expect(page.getByText('A quotation mark in line 2 is not closed.')).toBeVisible()
  await field.fill('Sipho,"Dlamini,sipho@example.com\n')
  await button.click()
  await expectToast(page, {
    title: 'Parse Error',
    text: 'Failed to parse CSV data. Please check the format.',
    variant: 'destructive',
  })
  await expect(page.getByText('A quotation mark in line 1 is not closed.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dropFile(field, 'list.xlsx', Uint8Array.from([0x50, 0x4b, 3, 4]))
  await expect(page.getByText('list.xlsx is a spreadsheet. Please save it as CSV')).toBeVisible()
  await expect(field).toHaveValue(/Sipho/)
  expect(sent.filter((address) => address.includes('bulk-import-attendees'))).toEqual([])
})

test('without a login the page is there, asks for no preview, and its import fails', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await openPage(page, '/attendee-import')
  await expect(page.getByText('CSV format')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Imports' })).toBeHidden()
  const text = 'Thandi,Nkosi,thandi@example.com'
  await page.getByLabel('CSV data').fill(text)
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expectToast(page, {
    title: 'Import Failed',
    text: 'Failed to import attendees. Please check your data format.',
    variant: 'destructive',
  })
  const told = page.getByRole('region', { name: 'Import progress' })
  await expect(told.getByText('No rows have been imported.')).toBeVisible()
  await expect(told.getByRole('link', { name: 'Sign in on the dashboard' })).toBeVisible()
  await expect(page.getByLabel('CSV data')).toHaveValue(text)
  await expectNoAxeViolations(page)
  expect(sent.filter((address) => address.includes('/preview-'))).toEqual([])
})
