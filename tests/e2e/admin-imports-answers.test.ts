import { createElsewhere, inHours, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { dropFile, openImport, uniqueWord } from './support/admin-imports.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

test('the preview of a list shows the answers that the import stores, and the event and the person show them afterwards', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const open = { status: 'upcoming', eventTime: inHours(48), dateConfirmed: true }
  const { id, title } = await createElsewhere(page, own, open)
  const ask = [
    { kind: 'one', label: 'Company size', options: ['1 to 10', 'More'] },
    { kind: 'yes_no', label: 'First time here?' },
  ]
  const asked = await page.request.put(`${own.url}/api/admin/events/${id}/form-questions`, {
    data: ask,
  })
  expect(asked.status()).toBe(200)

  const word = uniqueWord()
  await openImport(page, own, '/attendee-import')
  const rows = [
    'Email,First name,Last name,Event,Company size,First time here?',
    `one.${word}@example.com,Piet,Nkosi,${title},more,yes`,
    `two.${word}@example.com,Sindi,Dube,${title},,no`,
    `three.${word}@example.com,Zola,Ndaba,${title},Huge,`,
  ]
  await dropFile(page.getByLabel('CSV data'), 'guests.csv', rows.join('\r\n'))
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('3 rows checked')).toBeVisible()
  const row = (name: string) => preview.getByRole('listitem').filter({ hasText: name })
  await expect(row('Piet Nkosi')).toContainText('Company size: More')
  await expect(row('Piet Nkosi')).toContainText('First time here?: Yes')
  await expect(row('Sindi Dube')).toContainText('First time here?: No')
  await expect(row('Sindi Dube')).not.toContainText('Company size')
  await expect(row('Zola Ndaba')).toContainText('Must be one of 1 to 10, More')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expectToast(page, { title: 'Import Completed' })

  await page.goto(`${own.url}/admin/events/${id}/people`)
  const registrants = page.getByRole('list', { name: 'Registrants, newest first' })
  const piet = registrants.getByRole('listitem').filter({ hasText: 'Piet Nkosi' })
  await expect(piet.getByRole('definition')).toHaveText(['More', 'Yes'])
  await piet.getByRole('link', { name: 'Piet Nkosi' }).click()
  const answers = page.getByRole('list', { name: 'Form answers' })
  await expect(answers).toContainText('Company size')
  await expect(answers).toContainText('More')
  await expectNoAxeViolations(page)
})

test('a list with more people than seats says so before the import and after it', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const open = { status: 'upcoming', eventTime: inHours(48), dateConfirmed: true, capacity: 2 }
  const { id, title } = await createElsewhere(page, own, open)
  const word = uniqueWord()
  const rowOf = (name: string) => `${name}.${word}@example.com,${name},Dube,${id}`
  const list = (...names: string[]) =>
    ['Email,First name,Last name,Event', ...names.map(rowOf)].join('\r\n')
  await openImport(page, own, '/attendee-import')
  const preview = page.getByRole('region', { name: 'Preview' })
  const warning = `“${title}” has 3 confirmed registrations for 2 seats.`

  await dropFile(page.getByLabel('CSV data'), 'two.csv', list('Piet', 'Sindi'))
  await expect(preview.getByText('2 rows checked')).toBeVisible()
  await expect(preview.getByText('for 2 seats')).toHaveCount(0)

  await dropFile(page.getByLabel('CSV data'), 'three.csv', list('Piet', 'Sindi', 'Zola', 'Piet'))
  await expect(preview.getByText('4 rows checked')).toBeVisible()
  await expect(preview.getByText(`After the import, ${warning}`)).toBeVisible()
  await expect(preview.getByText('remove rows or raise the number of seats')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expectToast(page, { title: 'Import Completed' })
  const results = page.getByRole('region', { name: 'Import results' })
  await expect(results.getByText(warning)).toBeVisible()
})
