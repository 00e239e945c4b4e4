import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { openDashboard, openRoom, sectionOf } from './support/admin-dashboard.ts'
import { expect, test } from './support/journey.ts'

test('the admin area reports a missing backup location, a failed backup, and the number of people in the last one', async ({
  page,
  greenroom,
  startOwn,
}) => {
  // Backups are made and verified in child processes, which is slow on a busy machine.
  test.setTimeout(300_000)
  await openDashboard(page, greenroom)
  await expect(page.getByText('There is no good backup yet.')).toBeHidden()
  await openRoom(page, greenroom, 'settings')
  const section = sectionOf(page, 'Backups')
  await expect(section).toContainText('No backups are made.')

  const folder = mkdtempSync(join(tmpdir(), 'greenroom-copies-'))
  const place = join(folder, 'place')
  writeFileSync(place, 'a file where a folder should be')
  const own = await startOwn({ BACKUP_URL: place })
  await openDashboard(page, own)
  await expect(page.getByText('There is no good backup yet.')).toBeVisible()
  const env = { DATA_DIR: own.dataDir, BACKUP_URL: place }
  const backUp = () => runTerminal('backup', [], env)
  expect((await backUp()).code).toBe(1)
  await page.getByRole('link', { name: 'View backups' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(section).toContainText(`failed. ${place}: could not list the backups (ENOTDIR)`)
  }).toPass({ timeout: 180_000 })

  rmSync(place)
  // The site may be making its own attempt; only one backup runs at a time.
  await expect.poll(async () => (await backUp()).code, { timeout: 180_000 }).toBe(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(section).toContainText(/Last good backup: .+, \d\d:\d\d, with \d+ (person|people)\./)
  await expect(section).not.toContainText('failed')
  await openDashboard(page, own)
  await expect(page.getByText('There is no good backup yet.')).toBeHidden()
  expect(readdirSync(place)).not.toHaveLength(0)
  rmSync(folder, { recursive: true })
})
