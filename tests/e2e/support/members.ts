import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { QueryResultRow } from 'pg'
import { withDatabase } from '#main/commands/command.ts'
import { querySql } from '#tests/support/query-sql.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expect } from './journey.ts'
import { waitForLife } from './landing.ts'

/** Recordings of content/sample/series.json. */
export const sample = {
  newest: { title: 'Pricing is a conversation', speaker: 'Priya Raman-Holt', id: '_cMxraX_5RE' },
  short: { title: 'Cold rooms, warm teams' },
  count: 9,
}

/** Registers a new email, because journeys share a server. */
export async function newMember(request: APIRequestContext): Promise<string> {
  const email = `member.${crypto.randomUUID().slice(0, 12)}@example.com`
  const person = { firstName: 'Naledi', lastName: 'Mokoena', email }
  const response = await request.post('/api/register-multi-event', { data: person })
  expect(response.ok()).toBe(true)
  return email
}

/** Signs in to the library by a call; `request` keeps the session. */
export async function enterByCall(request: APIRequestContext, { url }: Greenroom, email: string) {
  const answer = await request.post(`${url}/api/video-access/login`, { data: { email } })
  expect(answer.status()).toBe(200)
}

/** Opens the library's login card and waits until it is hydrated. */
export async function openLoginCard(page: Page, path = '/members'): Promise<Locator> {
  await page.goto(path)
  // Before hydration, a post would be answered by a page without scripts.
  await waitForLife(page, 'form[method="post"]')
  const field = page.getByLabel('Email')
  await expect(field).toBeVisible()
  return field
}

export async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Access Videos' }).click()
}

/**
 * Ends the session as if it expired. First opens a page without scripts, because the library's pending requests
 * would be refused.
 */
export async function endSession(page: Page) {
  await page.goto('/robots.txt')
  await page.context().clearCookies()
}

/** Signs in to the library and waits until it is displayed. */
export async function enterLibrary(page: Page, email: string, path = '/members') {
  await openLoginCard(page, path)
  await logIn(page, email)
  await expectLibrary(page)
}

export async function expectLibrary(page: Page) {
  await expect(page.getByRole('heading', { name: 'Exclusive Interview Collection' })).toBeVisible()
}

export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title })
}

export async function watchInterview(page: Page, title: string): Promise<Locator> {
  await cardOf(page, title).getByRole('button', { name: 'Watch Interview' }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Advances the clock second by second, so that page and player stay in sync. */
export async function passSeconds(page: Page, seconds: number) {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1000)
}

export async function expectToast(page: Page, title: string, description: string) {
  const toast = page.locator('[data-toast]')
  await expect(toast).toHaveCount(1)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  return toast
}

/**
 * Runs SQL on a journey's database. The embedded one allows one process, so its server is killed and restarted.
 */
export async function queryDatabase<Row extends QueryResultRow>(
  greenroom: Greenroom,
  ...statements: string[]
): Promise<Row[]> {
  const { databaseUrl, dataDir } = greenroom
  let rows: Row[] = []
  if (databaseUrl !== undefined) {
    for (const text of statements) rows = await querySql<Row>(databaseUrl, text)
    return rows
  }
  await greenroom.kill()
  await withDatabase({ dataDir }, async ({ pool }) => {
    for (const text of statements) rows = (await pool.query<Row>(text)).rows
  })
  await greenroom.restart()
  return rows
}
