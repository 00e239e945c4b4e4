import type { Page } from '@playwright/test'
import { newVisitor } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import {
  enterLibrary,
  expectLibrary,
  logIn,
  newMember,
  openLoginCard,
  queryDatabase,
  watchInterview,
} from './support/members.ts'

test.use({ showsRecordings: true })

type Row = {
  access_type: string
  video_title: string | null
  repeats: number
  session_duration: number | null
  email: string
  user_agent: string
  ip_address: string
}

const rows =
  'select access_type, video_title, repeats, session_duration, email, user_agent, ip_address from member_page_access order by access_type, id'

/** Starts a visit and waits until it is recorded; with a fast clock its end could arrive first. */
async function beginVisit(page: Page, begin: () => Promise<unknown>) {
  const noted = page.waitForResponse((answer) => {
    const sent = answer.request().postData() ?? ''
    return sent.includes('page_visit') && !sent.includes('sessionDuration')
  })
  await begin()
  await noted
}

test('a visit with its watches, one closed by logging out, and one entered late are kept with their durations', async ({
  browser,
  startOwn,
}) => {
  const greenroom = await startOwn()
  const library = `${greenroom.url}/members`

  /** Opens a browser with its own clock for a known person. */
  async function comeAs(email: string) {
    const page = await newVisitor(browser)
    await page.clock.install()
    const person = { firstName: 'Naledi', lastName: 'Mokoena', email }
    const path = `${greenroom.url}/api/register-multi-event`
    expect((await page.request.post(path, { data: person })).status()).toBe(200)
    return page
  }
  /** Leaves the library for the events, waits until the visit has ended, and returns. */
  async function visitEvents(page: Page, pass = () => Promise.resolve()) {
    const closed = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('sessionDuration') ?? false,
    )
    await page.getByRole('link', { name: 'Upcoming events' }).click()
    await expect(page).toHaveURL(`${greenroom.url}/#upcoming-events`)
    await pass()
    await closed
    await beginVisit(page, () => page.goBack())
  }
  const people = {
    watcher: 'watcher@example.com',
    late: 'late@example.com',
    out: 'out@example.com',
  }

  const watcher = await comeAs(people.watcher)
  await beginVisit(watcher, () => enterLibrary(watcher, people.watcher, library))
  for (const title of ['Pricing is a conversation', 'Growing slowly on purpose']) {
    await watchInterview(watcher, title)
    await watcher.keyboard.press('Escape')
  }
  await watcher.clock.fastForward('00:30')
  await watcher.goto('about:blank')

  // A visit begins when the page loads, or when the visitor navigates to it.
  const late = await comeAs(people.late)
  await openLoginCard(late, library)
  await late.clock.fastForward('05:00')
  await beginVisit(late, () => logIn(late, people.late))
  await expectLibrary(late)
  await visitEvents(late, () => late.clock.fastForward('05:00'))
  await expectLibrary(late)
  await late.clock.fastForward('00:30')
  await late.goto('about:blank')

  // Going back to the events and logging out also end a visit, and start no other. Tested last, because
  // responses to requests of a closing page cannot be observed.
  const out = await comeAs(people.out)
  await beginVisit(out, () => enterLibrary(out, people.out, library))
  await out.clock.fastForward('00:30')
  await visitEvents(out)
  await expect(out.getByRole('button', { name: 'Logout' })).toBeVisible()
  await out.clock.fastForward('00:30')
  await out.getByRole('button', { name: 'Logout' }).click()
  await expect(out).toHaveURL(`${greenroom.url}/`)

  const userAgent = await out.evaluate(() => navigator.userAgent)
  for (const page of [watcher, late, out]) await page.context().close()
  const noted = await queryDatabase<Row>(greenroom, rows)
  expect(new Set(noted.map((row) => row.user_agent))).toEqual(new Set([userAgent]))
  const of = (email: string) => noted.filter((row) => row.email === email)
  const visit = { access_type: 'page_visit', video_title: null }
  const watch = { access_type: 'video_watch', session_duration: null }
  expect(of(people.watcher)).toMatchObject([
    { access_type: 'login', video_title: null, session_duration: null },
    visit,
    { ...watch, video_title: 'Pricing is a conversation' },
    { ...watch, video_title: 'Growing slowly on purpose' },
  ])
  for (const email of [people.out, people.late]) {
    const [login, ...visits] = of(email)
    expect(login).toMatchObject({ access_type: 'login' })
    // A second visit within a minute is counted as a repeat of the first row.
    const counted = visits.flatMap((row) => Array.from({ length: 1 + row.repeats }, () => row))
    expect(counted).toMatchObject([visit, visit])
  }
  const [first, ...others] = [people.late, people.watcher, people.out].flatMap((email) =>
    of(email).flatMap(({ access_type: kind, session_duration: seconds }) =>
      kind === 'page_visit' ? [seconds!] : [],
    ),
  )
  expect(first).toBeGreaterThanOrEqual(300)
  for (const seconds of others) {
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThan(300)
  }
})

test('what is sent has the specified fields, with the address left empty, and what cannot be noted is logged and disturbs nobody', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/track-access', async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>)
    await route.fulfill({ status: 500, json: {} })
  })
  const email = await newMember(request)
  await enterLibrary(page, email)
  await watchInterview(page, 'Pricing is a conversation')
  await expect(page.locator('iframe')).toBeVisible()
  await expect.poll(() => warnings.length).toBe(3)
  await expect(page.locator('[data-toast=destructive]')).toHaveCount(0)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const common = { email, ipAddress: '', userAgent }
  expect(sent).toHaveLength(3)
  expect(sent).toEqual(
    expect.arrayContaining([
      { ...common, accessType: 'login' },
      { ...common, accessType: 'page_visit' },
      {
        ...common,
        accessType: 'video_watch',
        videoId: expect.any(Number),
        videoTitle: 'Pricing is a conversation',
      },
    ]),
  )
})
