import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { adminEntries } from '#app/admin-frame/admin-entries.ts'
import { eventTabPath, eventTabs } from '#features/events/admin/event-places.ts'
import { loadSite } from '#features/site/server/load-site.ts'
import { landingPaths } from '#kernel/front-page.ts'
import { withDatabase } from '#main/commands/command.ts'
import { fillSeries } from '#main/filled-series.ts'
import { listGalleryMails, renderGallery } from '#main/mail-gallery.ts'
import { createFailureReport } from '#platform/errors/report-failure.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { findAxeViolations, scrollToTops } from '#tests/e2e/support/expect-no-axe-violations.ts'
import { findBrowser } from '#tests/support/find-browser.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'

/** Receives a page: where it was found, its HTML, and the accessibility violations that axe found after its scripts ran. */
export type Keep = (where: string, html: string, violations?: AxeViolations) => void

export type AxeViolations = Awaited<ReturnType<typeof findAxeViolations>>

const links = ['join', 'crew', 'interest', 'confirm-seat', 'enter', 'unsubscribe', 'resubscribe']
/** Returns the path of every page of the admin area except the setup guide; those of an event for each given event. */
export function listAdminPaths(eventIds: number[]): string[] {
  const sections = adminEntries.flatMap(({ path, sections: below = [] }) => [
    path,
    ...below.map((section) => section.path),
  ])
  return [
    ...new Set(sections),
    '/admin/settings/api-keys',
    '/admin/events/new',
    ...eventIds.flatMap((id) => eventTabs.map(({ path }) => eventTabPath(id, path))),
    '/admin/email/new',
    '/admin/email/wording/registration_confirmed',
  ]
}

const forms = ['/notify', '/register', '/members']
const others = ['/', ...landingPaths, '/me', '/nothing-here', '/nothing/here']

const imports = ['/bulk-import', '/attendee-import']

/** Collects every page of a filled site: as served, after scripts ran, and after pressing each button. */
export async function gatherPages(keep: Keep): Promise<void> {
  const config = loadConfig({ LOG_LEVEL: 'error' })
  const site = await loadSite(config.siteFile)
  const mails = listGalleryMails(site)
  for (const { kind, state, html } of mails) keep(`mail ${kind} ${state}`, html)
  keep('the gallery of mails', renderGallery(mails))
  const greenroom = await startGreenroom({ env: { RATE_LIMITS: 'off' } })
  const browser = await chromium.launch({ executablePath: findBrowser()?.path })
  try {
    await fill(greenroom)
    const admin = await newVisitor(browser)
    await signIn(greenroom, admin.request)
    const found = await findAddresses(greenroom, admin.request)
    const unknown = links.map((name) => `/${name}/1-AAAAAAAAAAAAAAAAAAAAAAAA`)
    const partners = site.partnerPaths.map(({ path }) => path)
    const rooms = listAdminPaths(found.eventIds.slice(0, 1))
    const paths = [
      others,
      partners,
      forms,
      imports,
      rooms,
      unknown,
      found.events,
      found.links,
    ].flat()
    for (const path of paths) await keepAnswer(keep, 'as sent', greenroom.url + path)
    for (const path of [...forms, ...found.events]) {
      for (const form of [{}, { ...person, email: 'nobody' }, person]) {
        await keepAnswer(keep, `posted ${Object.keys(form).length}`, greenroom.url + path, form)
      }
    }
    const press = (who: string, visitor: BrowserContext, path: string) =>
      pressEverything(keep, who, visitor, greenroom.url + path)
    const stranger = await newVisitor(browser)
    for (const path of paths) await press('stranger', stranger, path)
    const member = await newVisitor(browser)
    await enter(greenroom, member.request, found.links)
    for (const path of ['/', '/members', '/me', '/register', ...found.events]) {
      await press('member', member, path)
    }
    for (const path of [...rooms, ...found.people, ...imports, '/members', found.events[0]!]) {
      await press('administrator', admin, path)
    }
  } finally {
    await browser.close()
    await greenroom.close()
  }
}

/** Stop the site first, because the embedded database allows one process. */
export async function fill(greenroom: Greenroom) {
  await greenroom.stop()
  const config = loadConfig({ DATA_DIR: greenroom.dataDir, LOG_LEVEL: 'error' })
  const site = await loadSite(config.siteFile)
  await withDatabase(config, async (database) => {
    const jobs = createJobs(database, createFailureReport(console.error))
    await jobs.start()
    const time = () => ({ now: new Date(), timeZone: site.display.zone })
    await fillSeries({ db: database.db, jobs, config, site: () => site, time })
    await jobs.stop()
  })
  await greenroom.restart()
}

type Calls = BrowserContext['request']
const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi.nkosi@example.com' }

export async function signIn({ url, adminUsername, adminPassword }: Greenroom, calls: Calls) {
  const data = { username: adminUsername, password: adminPassword }
  await ask(calls.post(`${url}/api/admin/login`, { data }))
}

/** Signs in with the link of a mail, which verifies the address. */
async function enter({ url }: Greenroom, calls: Calls, paths: string[]) {
  const token = paths.find((path) => path.startsWith('/enter/'))?.slice('/enter/'.length)
  await ask(calls.post(`${url}/api/enter`, { data: { token } }))
}

export async function ask<Reply>(answer: ReturnType<Calls['get']>): Promise<Reply> {
  const got = await answer
  if (!got.ok()) throw new Error(`${got.url()} answered ${got.status()}: ${await got.text()}`)
  return (await got.json()) as Reply
}

/** Finds the URLs of events and people, and the links in mails to a new registrant. */
export async function findAddresses({ url }: Greenroom, calls: Calls) {
  const read = <Reply>(path: string) => ask<Reply>(calls.get(url + path))
  const events = await read<{ id: number; slug: string; status: string }[]>('/api/events')
  const open = events.filter(({ status }) => status === 'upcoming').map(({ id }) => id)
  await ask(calls.post(`${url}/api/register-multi-event`, { data: { ...person, eventIds: open } }))
  const { people } = await read<{ people: { key: string }[] }>('/api/admin/people')
  const member = { name: 'Lerato Dube', email: 'lerato.dube@example.com', role: 'host' }
  await ask(calls.post(`${url}/api/admin/events/${open[0]}/crew`, { data: member }))
  const mails = await keptMails(read)
  return {
    /** An upcoming event, one without a date and a completed one. */
    eventIds: ['upcoming', 'pre_registration', 'completed'].flatMap(
      (status) => events.find((event) => event.status === status)?.id ?? [],
    ),
    events: events.map(({ slug }) => `/events/${slug}`),
    people: people.slice(0, 2).map(({ key }) => `/admin/people/${key}`),
    links: links.flatMap((name) => {
      const path = new RegExp(`/${name}/[\\w.-]+`).exec(mails)?.[0]
      return path === undefined ? [] : [path]
    }),
  }
}

/** Returns the texts of the stored mails, once they include those to the two people above. */
async function keptMails(read: <Reply>(path: string) => Promise<Reply>) {
  let texts = ''
  for (const email of [person.email, 'lerato.dube@example.com']) {
    const list = `/api/admin/messages?state=kept&email=${encodeURIComponent(email)}`
    for (let tries = 0; tries < 60; tries++) {
      const { deliveries } = await read<{ deliveries: { id: number }[] }>(list)
      for (const { id } of deliveries) {
        const mail = await read<{ kept: { text: string } | null }>(`/api/admin/messages/${id}`)
        texts += mail.kept?.text ?? ''
      }
      if (deliveries.length > 0) break
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return texts
}

async function keepAnswer(keep: Keep, how: string, address: string, form?: object) {
  const body = form && new URLSearchParams(Object.entries(form))
  const answer = await fetch(address, {
    redirect: 'manual',
    ...(body && { method: 'POST', body, headers: { origin: new URL(address).origin } }),
  })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  const html = await answer.text()
  if (isPage) keep(`${how} ${answer.status} ${new URL(address).pathname}`, html)
}

export async function newVisitor(browser: Browser, options?: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  // Block requests beyond this machine.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
    (route) => route.abort(),
  )
  return context
}

const pressed = new Set<string>()
/** Buttons that would end the session. */
const ends = /sign ?out|log ?out|erase/i

/** Recharts adds invalid attributes to its elements, which cannot be configured. */
const drawnByLibrary = '.recharts-wrapper'

/** Collects a page after its scripts ran, and after pressing each button once. */
async function pressEverything(keep: Keep, who: string, context: BrowserContext, address: string) {
  const { pathname } = new URL(address)
  const page = await context.newPage()
  const keepNow = async (after: string) => {
    const html = await page.evaluate((drawn) => {
      const copy = document.documentElement.cloneNode(true) as HTMLElement
      for (const chart of copy.querySelectorAll(drawn)) chart.remove()
      return copy.outerHTML
    }, drawnByLibrary)
    await scrollToTops(page)
    keep(`${who} ${pathname}${after}`, `<!doctype html>${html}`, await findAxeViolations(page))
  }
  async function open() {
    await page.goto(address)
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  }
  await open()
  await keepNow('')
  const names = await buttonsOf(page)
  for (const [index, name] of names.entries()) {
    const kind = `${who} ${pathname.replaceAll(/\d+|\/events\/.*/g, '')} ${name.replaceAll(/\d+/g, '')}`
    if (pressed.has(kind) || ends.test(name)) continue
    pressed.add(kind)
    const button = page.locator(buttons).nth(index)
    const isDone = await button.click({ timeout: 1000 }).then(
      () => true,
      () => false,
    )
    if (!isDone) continue
    await page.waitForTimeout(400)
    await keepNow(`, ${name}`)
    await open()
  }
  await page.close()
}

const buttons = 'button:not(:disabled), summary, [role=button], [role=tab]'

function buttonsOf(page: Page) {
  return page
    .locator(buttons)
    .evaluateAll((found) =>
      found.map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim()),
    )
}
