import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/find-browser.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

/**
 * `npm run try:imports -- FOLDER [NAME]`: imports every list of a folder, or those whose name begins with NAME,
 * on `/attendee-import` of a new site in a browser with the default choices, and prints what the page shows.
 * Needs `npm run build` and Chromium.
 */
const [folder, prefix = ''] = process.argv.slice(2)
if (!folder) throw new Error('Usage: npm run try:imports -- FOLDER [NAME]')
const found = findBrowser()
if (!found) throw new Error('Chromium is needed, or CHROME_PATH')

const greenroom = await startGreenroom()
const browser = await chromium.launch({ executablePath: found.path })
try {
  const page = await browser.newPage()
  const { url, adminUsername: username, adminPassword: password } = greenroom
  await page.request.post(`${url}/api/admin/login`, { data: { username, password } })
  const files = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /\.(csv|tsv|txt|xls)$/i.test(name),
  )
  for (const name of files.toSorted()) {
    console.log(`\n== ${name}`)
    await tryList(page, url, { name, buffer: await readFile(join(folder, name)) })
  }
} finally {
  await browser.close()
  await greenroom.close()
}

async function tryList(page: Page, url: string, file: { name: string; buffer: Buffer }) {
  await page.goto(`${url}/attendee-import`)
  const button = page.getByRole('button', { name: 'Import Attendees' })
  const choosing = page.getByText('Choose a file')
  await choosing.waitFor()
  // The page reacts to the file once its scripts have run.
  await page.waitForLoadState('networkidle')
  await page.locator('input[type=file]').setInputFiles({ ...file, mimeType: 'text/csv' })
  await page.waitForTimeout(1500)
  await print('encoding', page.getByRole('group', { name: 'Letters of the file' }).locator('label'))
  await print('trouble', page.locator('[role=alert], [id$=error]'))
  const matching = page.getByRole('region', { name: 'Match columns' })
  if (await matching.isVisible()) {
    for (const select of await matching.getByRole('combobox').all()) {
      const chosen = await select.locator('option:checked').textContent()
      const label = await select.evaluate((one: HTMLSelectElement) => one.labels[0]?.textContent)
      if (chosen !== 'Ignore this column') console.log(`  match: ${label} = ${chosen}`)
    }
    await print('matching says', matching.locator('p, output'))
    const next = matching.getByRole('button', { name: 'Continue' })
    if (await next.isDisabled()) return console.log('  Continue is disabled')
    await next.click()
  } else console.log('  not asked')
  const statuses = page.getByRole('group', { name: 'Statuses to import' })
  for (const box of await statuses.getByRole('checkbox').all()) {
    const label = await box.evaluate((one: HTMLInputElement) => one.labels?.[0]?.textContent)
    console.log(`  status: ${(await box.isChecked()) ? '[x]' : '[ ]'} ${label}`)
  }
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.waitForTimeout(2500)
  await print('before', preview.getByRole('listitem'))
  if (!(await button.isEnabled())) return console.log('  Import Attendees is disabled')
  await button.click()
  const results = page.getByRole('region', { name: 'Import results' })
  const toast = page.locator('[data-toast]')
  await results.or(toast).first().waitFor({ timeout: 20_000 })
  await print('toast', toast)
  const lines = page.getByRole('region', { name: 'Result of each line' })
  await print('after', lines.getByRole('listitem'))
}

async function print(what: string, shown: Locator) {
  for (const text of await shown.allInnerTexts()) {
    if (text.trim()) console.log(`  ${what}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
  }
}
