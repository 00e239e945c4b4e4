import type { Page } from '@playwright/test'
import { adminEntries, findPlace } from '#app/admin-frame/admin-entries.ts'
import { writeLookStyles } from '#app/look-styles.ts'
import { finishedLooks } from '#kernel/look.ts'
import { setupSteps } from '#kernel/values.ts'
import { fill, findAddresses, listAdminPaths } from '#scripts/gather-pages.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { signIn } from './support/event-editor.ts'
import { expectContrast, expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test as base } from './support/journey.ts'
import { waitForLife } from './support/landing.ts'
import { startPrepared } from './support/prepare.ts'

type Filled = { greenroom: Greenroom; paths: string[] }

/** A server with people, mails and statistics, and the paths of its admin pages. */
const test = base.extend<object, { filled: Filled }>({
  filled: [
    async ({ playwright }, provide) => {
      const greenroom = await startPrepared({ RATE_LIMITS: 'off' })
      await fill(greenroom)
      const calls = await playwright.request.newContext()
      const { adminUsername: username, adminPassword: password, url } = greenroom
      await calls.post(`${url}/api/admin/login`, { data: { username, password } })
      const { eventIds, people } = await findAddresses(greenroom, calls)
      await calls.dispose()
      const steps = setupSteps.map((step) => `/admin/setup/${step}`)
      const others = ['/attendee-import', '/bulk-import', '/admin/setup', ...steps]
      await provide({ greenroom, paths: [...listAdminPaths(eventIds), ...people, ...others] })
      await greenroom.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** Accents that are nearly invisible on the background of each colour mode. */
const hostile = {
  light: writeLookStyles({ ...finishedLooks.lamplight, accent: '#fff6a8' }),
  dark: writeLookStyles({ ...finishedLooks.lamplight, accent: '#0b1a5e' }),
}

/** Checks what the page shows, in light and dark, and its contrasts with hostile accents, too. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolationsFromTop(page)
    await expectContrast(page, hostile[colorScheme])
  }
}

/** Returns a path without ids and kinds of mail: pages that differ only by these are checked once. */
const kindOf = (path: string) =>
  path.replaceAll(/\/(?:\d+|[\da-f]{32})(?=\/|$)|(?<=\/wording)\/\w+$/g, '/*')

for (const { name, path: root } of adminEntries) {
  test(`axe finds nothing on the admin pages below ${name} light and dark, nor too little contrast with hostile accents`, async ({
    page,
    filled: { greenroom, paths },
  }) => {
    test.slow()
    await signIn(page, greenroom)
    const isHere = (path: string) => findPlace(path).entry?.path === root
    const waiting = paths.filter(isHere)
    const kinds = new Set(waiting.map(kindOf))
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await test.step(path, async () => {
        await page.goto(greenroom.url + path)
        await waitForLife(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
        await expectAccessible(page)
        for (const linked of await listLinks(page)) {
          if (!isHere(linked) || kinds.has(kindOf(linked))) continue
          kinds.add(kindOf(linked))
          waiting.push(linked)
        }
      })
    }
  })
}

/** Returns the paths of the admin pages that the page links. */
function listLinks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map(
      ({ pathname }) => pathname,
    ),
  )
}

test('the check above covers every route of the admin area', async ({
  page,
  filled: { greenroom, paths },
}) => {
  await signIn(page, greenroom)
  await page.goto(`${greenroom.url}/admin`)
  await waitForLife(page)
  const routes = await page.evaluate(() => {
    const { __reactRouterManifest: manifest } = globalThis as unknown as {
      __reactRouterManifest: { routes: Record<string, { path?: string }> }
    }
    return Object.values(manifest.routes).flatMap(({ path }) => path ?? [])
  })
  const adminRoutes = routes.filter((route) => route.startsWith('admin'))
  expect(adminRoutes.length).toBeGreaterThan(7)
  const isCovered = (route: string) => {
    const parts = route.split('/').map((part) => part.replace(/^:\w+$/, '[^/]+'))
    const pattern = parts.map((part) => (part.endsWith('?') ? '(?:/[^/]+)?' : `/${part}`)).join('')
    return paths.some((path) => new RegExp(`^${pattern}$`).test(path))
  }
  expect(adminRoutes.filter((route) => !isCovered(route))).toEqual([])
})

test('axe finds nothing in the sheet behind More on a phone', async ({ page, filled }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, filled.greenroom)
  await page.goto(`${filled.greenroom.url}/admin`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
  await expectAccessible(page)
})
