import type { Browser, Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expect } from './journey.ts'
import { waitForLife } from './landing.ts'
import { zone } from './series.ts'
import { standInForYouTube } from './stand-in-for-youtube.ts'
import { watchBrowser } from './watch-browser.ts'

/** Signs in as an administrator; the page keeps the session. */
export async function signIn(page: Page, greenroom: Greenroom) {
  const { url, adminUsername: username, adminPassword: password } = greenroom
  const answer = await page.request.post(`${url}/api/admin/login`, { data: { username, password } })
  expect(answer.status()).toBe(200)
}

/** Opens another browser, also without internet access. */
export async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  watchBrowser(context)
  await standInForYouTube(context)
  return context.newPage()
}

/** The required fields of the form, with existing pictures. */
export const eventFields = {
  title: 'Harbour lights',
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder, Karoo Freight',
  description: 'How parcels reach the end of the road, and what waits there.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

/** Fields of an event that visitors see, with the guest of the sample series. */
export const shownEventFields = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks, borders and patience.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

/** Returns a time in some hours in the format of events. */
export function inHours(hours: number) {
  return new Date(Date.now() + hours * 60 * 60_000).toISOString()
}

/** Creates an event through the API, as another administrator would. */
export async function createElsewhere(
  page: Page,
  { url }: Greenroom,
  fields: Record<string, unknown> = {},
) {
  const answer = await page.request.post(`${url}/api/admin/events`, {
    data: { ...eventFields, ...fields },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as { id: number; title: string; slug: string; updatedAt: string }
}

export async function changeElsewhere(
  page: Page,
  { url }: Greenroom,
  id: number,
  changes: Record<string, unknown>,
) {
  const answer = await page.request.patch(`${url}/api/admin/events/${id}`, { data: changes })
  expect(answer.status()).toBe(200)
}

export async function removeElsewhere(page: Page, { url }: Greenroom, id: number) {
  const answer = await page.request.delete(`${url}/api/admin/events/${id}`)
  expect(answer.status()).toBe(200)
}

/** Opens the editor of an event or a new one, and waits for its form. */
export async function openEditor(page: Page, { url }: Greenroom, id: number | 'new' = 'new') {
  await page.goto(`${url}/admin/events/${id}${id === 'new' ? '' : '/details'}`)
  const form = page.getByRole('form', { name: id === 'new' ? 'Create event' : 'Edit event' })
  await expect(form).toBeVisible()
  return form
}

/** Opens the admin area's list of events. */
export async function openEventList(page: Page, { url }: Greenroom) {
  await page.goto(`${url}/admin/events`)
  const list = page.getByRole('region', { name: 'Events', exact: true })
  await expect(list).toBeVisible()
  return list
}

/** Opens the current landing page. */
export async function visit(page: Page, { url }: Greenroom, path = '/') {
  await page.goto(`${url}${path}`)
  await waitForLife(page)
}

/**
 * Returns a date in the display zone, yyyy-MM-dd; ten days ahead by default, so that the event does not end
 * during the journey.
 */
export function dateAhead(days = 10): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  return format.format(Date.now() + days * 24 * 60 * 60 * 1000)
}
