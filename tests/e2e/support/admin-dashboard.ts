import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { signIn } from './event-editor.ts'
import { expect } from './journey.ts'
import { waitForLife } from './landing.ts'

/** Opens the dashboard as a signed-in administrator. */
export async function openDashboard(page: Page, greenroom: Greenroom) {
  await signIn(page, greenroom)
  await page.goto(`${greenroom.url}/admin`)
  await waitForLife(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('House Lights Admin Dashboard')
}

/** Pages of the admin area except the dashboard, by their path after `/admin/`. */
export const adminRooms = [
  'events',
  'people',
  'people/imports',
  'people/zoom',
  'people/mailerlite',
  'email',
  'email/sent',
  'email/wording',
  'statistics',
  'site',
  'settings',
  'settings/administrators',
  'settings/health',
  'settings/log',
  'settings/webhooks',
]

/** Opens an admin page as a signed-in administrator. */
export async function openRoom(page: Page, greenroom: Greenroom, room: string) {
  await signIn(page, greenroom)
  await page.goto(`${greenroom.url}/admin/${room}`)
  await waitForLife(page)
  const current = page.locator('nav a[aria-current="page"]')
  await expect(current.last()).toHaveAttribute('href', `/admin/${room}`)
}

/** Presses Refresh, which is in the sheet behind More on phones. */
export async function refresh(page: Page) {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await more.click()
  await page.getByRole('button', { name: 'Refresh' }).click()
}

/** Returns a table's section by its heading. */
export function sectionOf(page: Page, heading: string) {
  return page.getByRole('region', { name: heading, exact: true })
}

/** Scrolls until the section with this heading is above the screen; returns the position. */
export async function scrollBelow(page: Page, heading: string): Promise<number> {
  const part = sectionOf(page, heading)
  await part.evaluate((section) => {
    scrollTo({
      top: Math.ceil(scrollY + section.getBoundingClientRect().bottom),
      behavior: 'instant',
    })
  })
  await expect(part).not.toBeInViewport()
  return page.evaluate(() => scrollY)
}

/** Returns a statistics card by its name. */
export function statOf(page: Page, region: string, name: string) {
  return sectionOf(page, region)
    .getByText(name, { exact: true })
    .locator('..')
    .getByRole('definition')
}

const firstNames = ['Zoë', 'Amara', 'Łukasz', 'Thandi']

/** Returns people for an import; every fourth gets the library only, the others the event. */
export function makeAttendees(count: number, event: string) {
  return Array.from({ length: count }, (_, index) => ({
    firstName: firstNames[index % firstNames.length],
    lastName: `Person ${String(index).padStart(3, '0')}`,
    email: `person${index}@example.com`,
    company: index === 0 ? '=SUM(1;2)' : 'Karoo "Coffee", Ltd',
    jobTitle: index % 2 ? 'Founder 🚀' : '',
    ...(index % 4 && { eventIdentifier: event }),
  }))
}
