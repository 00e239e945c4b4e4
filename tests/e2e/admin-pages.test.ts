import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { adminRooms, openRoom, scrollBelow } from './support/admin-dashboard.ts'
import { signIn } from './support/event-editor.ts'
import { expectLargeFields } from './support/expect-large-fields.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles, waitForLife } from './support/landing.ts'

/** Light mode on the desktop and dark mode on the phone. */
test.use({ colorScheme: async ({ isMobile }, provide) => provide(isMobile ? 'dark' : 'light') })

/** The calls of some pages besides the session's. */
const reads: Record<string, string[]> = {
  'settings/log': ['/api/admin/audit-log'],
  // Settings tell which services are connected.
  'people/imports': ['/api/admin/import-batches', '/api/admin/settings'],
  'people/zoom': [
    '/api/admin/seat-setup',
    '/api/admin/seats',
    '/api/admin/settings',
    '/api/events',
  ],
  'people/mailerlite': ['/api/admin/mailing-list', '/api/admin/settings'],
  statistics: [
    '/api/admin/answers',
    '/api/admin/figures',
    '/api/admin/funnel',
    '/api/admin/partner-links',
    '/api/events',
  ],
}

test('every page of the admin area has an address, one heading and its place in the navigation, and reads only what it shows', async ({
  page,
  stage,
  isMobile,
}) => {
  test.slow()
  await signIn(page, stage)
  const read = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) read.add(pathname)
  })
  const nav = page.getByRole('navigation', { name: 'Admin area' })
  /** Presses the entry, on phones in the sheet behind More, and then the section. */
  async function toRoom(room: string) {
    const [entry] = room.split('/')
    const link = nav.locator(`a[href="/admin/${entry}"]`)
    if (await link.isHidden()) {
      await nav.getByRole('button', { name: 'More' }).click()
      await page.getByRole('dialog').locator(`a[href="/admin/${entry}"]`).click()
    } else await link.click()
    if (room !== entry) await page.locator(`nav a[href="/admin/${room}"]`).click()
  }
  for (const room of ['', ...adminRooms]) {
    await test.step(`the room /admin/${room}`, async () => {
      const path = room ? `/admin/${room}` : '/admin'
      // By URL on the desktop, and by navigation on the phone. Zoom and MailerLite are not connected.
      if (isMobile && room && !/zoom|mailerlite/.test(room)) await toRoom(room)
      else {
        read.clear()
        expect((await page.goto(stage.url + path))?.status()).toBe(200)
      }
      await expect(page).toHaveURL(stage.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('h1')).toHaveCount(1)
      const current = nav.locator('[aria-current]:visible')
      await expect(current).toHaveCount(1)
      await expect(current).toBeInViewport({ ratio: 1 })
      // On phones an entry behind More is not in the bar.
      const isBehindMore = isMobile && ['statistics', 'site'].includes(room)
      const own = page.locator('nav [aria-current="page"]:visible').last()
      if (!isBehindMore) await expect(own).toBeInViewport()
      if (!isMobile) await expect(page.locator(`nav a[href="${path}"]`).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await expectToFit()
      if (isMobile || !reads[room]) return
      // Every page requests the session and delayed mails.
      const everywhere = ['/api/auth/status', '/api/admin/held-mails']
      expect([...read].filter((call) => !everywhere.includes(call)).toSorted()).toEqual(reads[room])
    })
  }
  // From the last page, every other page is one press away.
  if (!isMobile) {
    for (const room of adminRooms.toReversed()) {
      if (/zoom|mailerlite/.test(room)) continue
      await toRoom(room)
      await expect(page).toHaveURL(`${stage.url}/admin/${room}`)
      await expect(page.locator('h1')).toHaveCount(1)
    }
  }
  for (const path of ['/attendee-import', '/bulk-import', '/admin/events/new']) {
    await test.step(`the page ${path}`, async () => {
      await page.goto(stage.url + path)
      await expect(nav.locator('a[aria-current="true"]')).toHaveCount(1)
      await expect(page.locator('h1')).toHaveCount(1)
      // On the desktop, the pages' own journeys check this.
      if (isMobile) await expectToFit()
    })
  }

  async function expectToFit() {
    await expectNoAxeViolationsFromTop(page)
    if (isMobile) await expectLargeFields(page)
    const { width } = page.viewportSize()!
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test(
  'the old addresses of sections lead to the rooms, and the part that an address names stays in sight while the lists above it arrive',
  { tag: '@once' },
  async ({ page, stage }) => {
    await signIn(page, stage)
    await registerMany(page, stage, 12)
    for (const [hash, room] of [
      ['log', 'settings/log'],
      ['imports', 'people/imports'],
      ['seats', 'people/zoom'],
      ['mailing-list', 'people/mailerlite'],
      ['figures', 'statistics'],
    ]) {
      await page.goto(`${stage.url}/admin#${hash}`)
      await expect(page).toHaveURL(`${stage.url}/admin/${room}`)
    }
    await page.goto(`${stage.url}/admin#copies`)
    await expect(page).toHaveURL(`${stage.url}/admin/settings#copies`)

    const lists = await holdCalls(
      page,
      /\/api\/admin\/tables\/(event-registrations|video-access)\b/,
      {
        answer: (route) => route.fallback(),
      },
    )
    await page.goto(`${stage.url}/admin#everybody`)
    const everybody = page.getByRole('heading', { name: 'All Registrations' })
    await expect(everybody).toBeInViewport()
    const heightBefore = await page.evaluate(() => document.body.scrollHeight)
    lists.letGo()
    await expect
      .poll(() => page.evaluate(() => document.body.scrollHeight))
      .toBeGreaterThan(heightBefore + 500)
    await expect(everybody).toBeInViewport()

    // The position is kept for links followed on the page, too.
    await page.getByRole('link', { name: 'Event Registrations by Event' }).click()
    await expect(
      page.getByRole('heading', { name: 'Event Registrations by Event' }),
    ).toBeInViewport()
  },
)

test(
  'filters stand in the address, and going back leads to where one was',
  { tag: '@once' },
  async ({ page, stage }) => {
    const id = await registerMany(page, stage, 24)
    await openRoom(page, stage, 'email/sent')
    const lines = page.getByRole('list', { name: 'Emails, newest first' }).getByRole('listitem')
    await page.getByRole('combobox', { name: 'Event' }).selectOption({ label: sampleTitles.first })
    await expect(page).toHaveURL(`${stage.url}/admin/email/sent?eventId=${id}`)
    const found = page.waitForResponse('**/api/admin/messages?*search=thandi*')
    await page.getByLabel('Name or email').fill('thandi')
    await found
    await expect(page).toHaveURL(`${stage.url}/admin/email/sent?eventId=${id}&search=thandi`)
    await expect(page.getByLabel('Name or email')).toHaveValue('thandi')
    await expect(lines).toHaveCount(20)
    await page.getByRole('button', { name: 'Show older messages' }).click()
    await expect(lines).not.toHaveCount(20)
    // An item in progress changes the height of its row.
    await expect(page.getByRole('button', { name: /^(Waiting|Sending)/ })).toHaveCount(0)
    const last = lines.nth(22)
    await last.scrollIntoViewIfNeeded()
    const wasAt = await page.evaluate(() => scrollY)
    // Playwright would scroll to the link, although it is always visible.
    const nav = page.getByRole('navigation', { name: 'Admin area' })
    await nav.getByRole('link', { name: 'Statistics' }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Name or email')).toHaveValue('thandi')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(wasAt)
    await expect(last).toBeInViewport()

    // Reloading the page keeps the filters; the navigation link clears them.
    await page.reload()
    await expect(page.getByLabel('Name or email')).toHaveValue('thandi')
    await expect(page.getByRole('combobox', { name: 'Event' })).toHaveValue(String(id))
    await page.getByRole('link', { name: 'Sent', exact: true }).click()
    await expect(page.getByLabel('Name or email')).toHaveValue('')
    await page.goBack()
    await expect(page.getByLabel('Name or email')).toHaveValue('thandi')

    // Another login would end the session of the messages on the page.
    await page.goto(`${stage.url}/admin`)
    await waitForLife(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House Lights Admin Dashboard')
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    // Not to the end, which moves by a line when a mail is sent.
    const there = await scrollBelow(page, 'Event Registrations by Event')
    // The table above loads when the page is already long enough.
    const table = await holdCalls(page, '**/api/admin/tables/event-registrations*')
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(there)
    await expect(page.getByText(/^Loading/)).toHaveCount(1)
    table.letGo()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(there)
  },
)

/** Registers new people for the first event; returns its id. */
async function registerMany(page: Page, stage: Greenroom, count: number): Promise<number> {
  const events = await (await page.request.get(`${stage.url}/api/events/upcoming`)).json()
  const { id } = events.find(({ title }: { title: string }) => title === sampleTitles.first)
  for (let index = 0; index < count; index++) {
    const data = { ...newPerson(), eventIds: [id] }
    const answer = await page.request.post(`${stage.url}/api/register-multi-event`, { data })
    expect(answer.status()).toBe(200)
  }
  return id
}

test(
  'a visitor of the attendee import sees no admin navigation and causes no 401',
  {
    tag: '@once',
  },
  async ({ page, stage }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    await page.goto(`${stage.url}/attendee-import`)
    await expect(page.getByRole('heading', { name: 'Bulk Attendee Import' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import Attendees' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    expect(refused).toEqual([])
  },
)
