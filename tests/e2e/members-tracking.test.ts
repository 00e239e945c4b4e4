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

type Row = {
  access_type: string
  video_title: string | null
  session_duration: number | null
  email: string
  user_agent: string
  ip_address: string
}

const rows =
  'select access_type, video_title, session_duration, email, user_agent, ip_address from member_page_access order by access_type, id'

test('a visit with two watches leaves one visit with its duration, two watches and one login', async ({
  page,
  browser,
  startOwn,
}) => {
  const greenroom = await startOwn()
  const visitor = await browser.newContext({ baseURL: greenroom.url })
  const email = await newMember(visitor.request)
  await visitor.close()
  await enterLibrary(page, email, `${greenroom.url}/members`)
  for (const title of ['Pricing is a conversation', 'Growing slowly on purpose']) {
    await watchInterview(page, title)
    await page.keyboard.press('Escape')
  }
  await page.waitForTimeout(1200)
  await page.goto('about:blank')
  await page.waitForTimeout(500)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const watch = { email, access_type: 'video_watch', session_duration: null }
  const noted = await queryDatabase<Row>(greenroom, rows)
  expect(noted).toMatchObject([
    { email, access_type: 'login', video_title: null, session_duration: null },
    { email, access_type: 'page_visit', video_title: null },
    { ...watch, video_title: 'Pricing is a conversation' },
    { ...watch, video_title: 'Growing slowly on purpose' },
  ])
  expect(noted[1]!.session_duration).toBeGreaterThanOrEqual(1)
  expect(noted[1]!.session_duration).toBeLessThan(60)
  expect(new Set(noted.map((row) => row.user_agent))).toEqual(new Set([userAgent]))
})

test('logging out and going back to the events close the visit as well, and never count another', async ({
  page,
  browser,
  startOwn,
}) => {
  const greenroom = await startOwn()
  const visitor = await browser.newContext({ baseURL: greenroom.url })
  const email = await newMember(visitor.request)
  await visitor.close()
  await enterLibrary(page, email, `${greenroom.url}/members`)
  await page.waitForTimeout(1100)
  await page.getByRole('link', { name: 'Upcoming events' }).click()
  await expect(page).toHaveURL(`${greenroom.url}/#upcoming-events`)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${greenroom.url}/`)
  await page.goto('about:blank')
  const noted = await queryDatabase<Row>(greenroom, rows)
  expect(noted.map((row) => row.access_type)).toEqual(['login', 'page_visit', 'page_visit'])
  expect(noted.slice(1).every((row) => row.session_duration! >= 1)).toBe(true)
})

test('a visit lasts since the page loaded, or since it was entered from another page', async ({
  page,
  browser,
  startOwn,
}) => {
  const greenroom = await startOwn()
  const visitor = await browser.newContext({ baseURL: greenroom.url })
  const email = await newMember(visitor.request)
  await visitor.close()
  await openLoginCard(page, `${greenroom.url}/members`)
  await page.waitForTimeout(4000)
  await logIn(page, email)
  await expectLibrary(page)
  await page.getByRole('link', { name: 'Upcoming events' }).click()
  await expect(page).toHaveURL(`${greenroom.url}/#upcoming-events`)
  await page.waitForTimeout(4000)
  const entered = Date.now()
  await page.goBack()
  await expectLibrary(page)
  await page.waitForTimeout(1100)
  await page.goto('about:blank')
  const longest = Math.ceil((Date.now() - entered) / 1000)
  await page.waitForTimeout(500)
  const noted = await queryDatabase<Row>(greenroom, rows)
  const [first, second] = noted.slice(1).map((row) => row.session_duration!)
  expect(first).toBeGreaterThanOrEqual(4)
  expect(second).toBeGreaterThanOrEqual(1)
  expect(second).toBeLessThanOrEqual(longest)
})

test('what cannot be noted is logged and disturbs nobody', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.route('**/api/track-access', (route) => route.fulfill({ status: 500, json: {} }))
  await enterLibrary(page, await newMember(request))
  await watchInterview(page, 'Pricing is a conversation')
  await expect(page.locator('iframe')).toBeVisible()
  await expect.poll(() => warnings.length).toBe(3)
  await expect(page.locator('[data-toast=destructive]')).toHaveCount(0)
})

test('what is sent has the specified fields, with the address left empty', async ({
  page,
  request,
}) => {
  const sent: Record<string, unknown>[] = []
  page.on('request', (made) => {
    if (made.url().endsWith('/api/track-access')) {
      sent.push(made.postDataJSON() as Record<string, unknown>)
    }
  })
  const email = await newMember(request)
  await enterLibrary(page, email)
  await watchInterview(page, 'Pricing is a conversation')
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const common = { email, ipAddress: '', userAgent }
  await expect.poll(() => sent.length).toBe(3)
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
