import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { cardOf, enterLibrary, newMember, sample } from './support/members.ts'
import { passSeconds, watchInterview } from './support/members.ts'
import { expectOnItsWay, pathIn, readMail } from './support/mail.ts'
import { pauseClock } from './support/pause-clock.ts'

test.use({ showsRecordings: true })

const { newest } = sample
const short = { title: 'Growing slowly on purpose', id: 'WhWc3b3KhnY' }
const long = { title: 'The competitor who hired me', id: 'mN0zPOpADL4' }

/** Plays an interview for some seconds of the page's clock, and closes the player. */
async function watchFor(page: Page, title: string, seconds: number) {
  const dialog = await watchInterview(page, title)
  const status = page.frameLocator('iframe').getByRole('status')
  await expect(status).toHaveText(/^playing/)
  await passSeconds(page, seconds)
  const saved = page.waitForResponse('**/api/members/progress')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await saved
}

function continueButton(page: Page, title: string) {
  return page.getByRole('button', { name: `Continue ${title}` })
}

test('how far an interview was watched is saved, survives a reload, and is where it goes on; jumping ahead is not watching, and nine tenths are all of it', async ({
  page,
  request,
  youtube,
}) => {
  for (const [{ id }, seconds] of [
    [short, 60],
    [long, 1000],
    [newest, 200],
  ] as const) {
    youtube.lasts(id, seconds)
  }
  await page.clock.install()
  await enterLibrary(page, await newMember(request))
  const heading = page.getByRole('heading', { name: 'Continue watching' })
  const dialog = page.getByRole('dialog')
  const player = youtube.player(page)
  const status = player.getByRole('status')
  await expect(heading).toBeHidden()

  await test.step('at nine tenths it is watched, and no longer to be continued', async () => {
    await watchFor(page, short.title, 58)
    await expect(cardOf(page, short.title).getByText('· Watched')).toBeVisible()
    await expect(heading).toBeHidden()
    await expectNoAxeViolations(page)
    await watchInterview(page, short.title)
    await expect(page.getByRole('button', { name: 'Start over' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('jumping ahead is not watching: the place is kept, the part between is not', async () => {
    await watchInterview(page, long.title)
    await expect(status).toHaveText(/^playing/)
    await passSeconds(page, 5)
    await player.getByLabel('Seek').fill('500')
    await passSeconds(page, 5)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(continueButton(page, long.title)).toHaveText(/8:2\d · [123]% watched$/)
  })

  await test.step('after a reload it goes on from there', async () => {
    await watchFor(page, newest.title, 60)
    await expect(cardOf(page, newest.title).getByText('% watched')).toHaveText(/^· 3\d% watched$/)
    await page.reload()
    await expect(heading).toBeVisible()
    const bar = cardOf(page, newest.title).getByRole('progressbar')
    expect(await bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(28)
    await expectNoAxeViolations(page)
    await continueButton(page, newest.title).click()
    const frame = dialog.locator('iframe')
    const start = Number(new URL((await frame.getAttribute('src'))!).searchParams.get('start'))
    expect(start).toBeGreaterThanOrEqual(58)
    expect(start).toBeLessThan(70)
    await expect(status).toHaveText(new RegExp(`at (${start}|${start + 1})$`))
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(status).toHaveText(/playing at [01]$/)
  })
})

test('it is saved every ten to fifteen seconds, on pause, and when the page is hidden', async ({
  page,
  request,
  youtube,
}) => {
  await page.clock.install()
  await enterLibrary(page, await newMember(request))
  const saved: { position: number; ranges: number[][] }[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/api/members/progress')) {
      saved.push(sent.postDataJSON() as (typeof saved)[number])
    }
  })
  await watchInterview(page, newest.title)
  const player = youtube.player(page)
  await expect(player.getByRole('status')).toHaveText(/^playing/)
  // Stop the clock, because on a busy machine seconds would pass.
  await pauseClock(page)
  await passSeconds(page, 9)
  expect(saved).toHaveLength(0)
  await passSeconds(page, 6)
  await expect.poll(() => saved.length).toBe(1)
  await passSeconds(page, 12)
  await expect.poll(() => saved.length).toBe(2)
  expect(saved[1]!.ranges[0]![0]).toBeGreaterThanOrEqual(1)
  await passSeconds(page, 3)
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => saved.length).toBe(3)
  await player.getByRole('button', { name: 'Play' }).click()
  await passSeconds(page, 4)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => saved.length).toBe(4)
  expect(saved[3]!.position).toBeGreaterThan(saved[2]!.position)
})

test('another browser of the same email sees the place only once it is verified', async ({
  page,
  browser,
  request,
  youtube,
  greenroom,
}) => {
  const email = await newMember(request)
  youtube.lasts(newest.id, 200)
  await page.clock.install()
  await enterLibrary(page, email)
  await watchFor(page, newest.title, 60)
  await page.getByRole('button', { name: 'Sync my devices' }).click()
  const how = page.getByRole('dialog', { name: 'Sync my devices' })
  await expect(how.getByText(email)).toBeVisible()
  await how.getByRole('button', { name: 'Send me the link' }).click()
  await expectOnItsWay(page)
  await expectNoAxeViolations(page)

  const mail = await readMail(greenroom, email, 'library_link')
  const here = new URL(pathIn(mail, 'enter'), greenroom.url)
  await page.goto(here.href)
  await page.getByRole('button', { name: 'Enter the library' }).click()
  await expect(continueButton(page, newest.title)).toBeVisible()
  await expect(page.getByText('Sync my devices')).toBeHidden()

  const elsewhere = await browser.newContext({ baseURL: greenroom.url })
  await page.goto('about:blank')
  await elsewhere.route(/ytimg\.com/, (route) => route.abort())
  const other = await elsewhere.newPage()
  await enterLibrary(other, email)
  await expect(other.getByText('% watched')).toBeHidden()
  expect((await (await elsewhere.request.get('/api/members/progress')).json()).progress).toEqual([])
  await other.goto(here.pathname)
  await other.getByRole('button', { name: 'Enter the library' }).click()
  await expect(continueButton(other, newest.title)).toBeVisible()
  await expect(other.getByText('Sync my devices')).toBeHidden()
  await elsewhere.close()
})
