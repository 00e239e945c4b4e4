import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { openDashboard, openRoom, sectionOf } from './support/admin-dashboard.ts'
import { expect, test } from './support/journey.ts'

test('the admin area says where copies stand: that there is no place, that one failed, and of how many people', async ({
  page,
  greenroom,
  startOwn,
}) => {
  // Backups are made and verified in child processes, which is slow on a busy machine.
  test.setTimeout(300_000)
  await openDashboard(page, greenroom)
  await expect(page.getByText('There is no good copy of the database yet.')).toBeHidden()
  await openRoom(page, greenroom, 'settings')
  const section = sectionOf(page, 'Backups')
  await expect(section).toContainText('No backups are made: BACKUP_URL is not set.')

  const folder = mkdtempSync(join(tmpdir(), 'greenroom-copies-'))
  const place = join(folder, 'place')
  writeFileSync(place, 'a file where a folder should be')
  const own = await startOwn({ BACKUP_URL: place })
  await openDashboard(page, own)
  await expect(page.getByText('There is no good copy of the database yet.')).toBeVisible()
  const env = { DATA_DIR: own.dataDir, BACKUP_URL: place }
  const backUp = () => runTerminal('backup', [], env)
  expect((await backUp()).code).toBe(1)
  await page.getByRole('link', { name: 'See backups' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(section).toContainText(`failed. ${place}: could not list the backups (ENOTDIR)`)
  }).toPass({ timeout: 180_000 })

  rmSync(place)
  // The site may be making its own attempt; only one backup runs at a time.
  await expect.poll(async () => (await backUp()).code, { timeout: 180_000 }).toBe(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(section).toContainText(
    /The last good copy is of .+, \d\d:\d\d and holds \d+ (person|people)\./,
  )
  await expect(section).not.toContainText('failed')
  await openDashboard(page, own)
  await expect(page.getByText('There is no good copy of the database yet.')).toBeHidden()
  expect(readdirSync(place)).not.toHaveLength(0)
  rmSync(folder, { recursive: true })
})
