import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expect } from './journey.ts'
import { openPage } from './landing.ts'

/** Opens an import page as a signed-in administrator. */
export async function openImport(page: Page, greenroom: Greenroom, path: string) {
  const { adminUsername: username, adminPassword: password, url } = greenroom
  const answer = await page.request.post(`${url}/api/admin/login`, { data: { username, password } })
  expect(answer.status()).toBe(200)
  await openPage(page, `${url}${path}`)
}

/** Drops a text file on an element. */
export async function dropFile(target: Locator, name: string, bytes: Uint8Array | string) {
  const content = [...Buffer.from(bytes)]
  const dataTransfer = await target.page().evaluateHandle(
    ([file, numbers]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(numbers)], file))
      return transfer
    },
    [name, content] as const,
  )
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

/** Presses a download button; returns the file's name and text. */
export async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Returns the counts of the results card by name. */
export async function readCounts(page: Page): Promise<Record<string, string>> {
  const results = page.getByRole('region', { name: 'Import results' })
  const names = await results.locator('dt').allTextContents()
  const counts = await results.locator('dd').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? '']))
}

/** Returns the labels of the preview's buttons, such as `New 2`. */
export async function readVerdicts(page: Page): Promise<string[]> {
  const preview = page.getByRole('region', { name: 'Preview' })
  return preview.getByRole('group', { name: 'Show rows' }).getByRole('button').allTextContents()
}

/** Returns a word that no other journey uses. */
export function uniqueWord() {
  return crypto.randomUUID().slice(0, 8)
}
