import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { cardOf, enterLibrary, expectLibrary, newMember, sample } from './support/members.ts'

test.use({ showsRecordings: true })

const video = {
  id: 1,
  title: 'An evening',
  speakerName: 'Ada Mensah',
  description: 'Short.',
  videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  eventDate: '2026-06-11',
}

test('while the videos load the page says so, asks again where they do not come, and shows every interview with everything that belongs to it', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  const email = await newMember(request)
  let asked = 0
  const videos = await holdCalls(page, '**/api/members/videos', {
    async answer(route) {
      asked += 1
      if (asked > 2) await route.continue()
      else await route.fulfill({ status: 500, json: { message: 'Something went wrong.' } })
    },
  })
  await page.goto('/members')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Access Videos' }).click()
  await expect(page.getByText('Loading video library...')).toBeVisible()
  await expectNoAxeViolations(page)
  videos.letGo()
  await expect(page.getByText('The interviews could not be loaded')).toBeVisible()
  expect(asked).toBe(2)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectLibrary(page)
  await expect(page.getByText('Loading video library...')).toBeHidden()

  const header = page.getByRole('banner')
  await expect(header.getByRole('heading', { level: 1 })).toHaveText('Innovation Interview Library')
  await expect(header.getByText(email)).toBeVisible()
  await expect(header.getByText('ADMIN', { exact: true })).toBeHidden()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(sample.count)

  const card = cardOf(page, sample.newest.title)
  await expect(card.getByRole('heading', { name: sample.newest.title })).toBeVisible()
  await expect(
    card.getByText(`Lindiwe Hartmann with guest ${sample.newest.speaker}`, { exact: true }),
  ).toBeVisible()
  await expect(card.getByText(/^\w+day, \d{1,2} \w+ 20\d\d$/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Watch Interview' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'See more...' })).toBeVisible()
  const description = card.locator('.line-clamp-2')
  const { shown, all, line } = await description.evaluate((text) => ({
    shown: text.clientHeight,
    all: text.scrollHeight,
    line: parseFloat(getComputedStyle(text).lineHeight),
  }))
  expect(Math.round(shown / line)).toBe(2)
  expect(all).toBeGreaterThan(shown)
  await expect(
    cardOf(page, sample.short.title).getByRole('button', { name: 'See more...' }),
  ).toBeHidden()
  await expectNoAxeViolations(page)

  await header.getByRole('link', { name: 'Upcoming events' }).click()
  await expect(page).toHaveURL('/#upcoming-events')
})

test('a library without a video, a date that is not known, a link without an id, 120 characters and missing thumbnails are shown as specified', async ({
  page,
  request,
  youtube,
}) => {
  youtube.lacks('eRsGyueVLvQ', 'maxresdefault')
  youtube.lacks('aqz-KE-bpKQ', 'maxresdefault', 'sddefault', 'hqdefault', 'mqdefault')
  const exactly = 'x'.repeat(120)
  let videos: object[] = []
  await page.route('**/api/members/videos', (route) => route.fulfill({ json: videos }))
  await enterLibrary(page, await newMember(request))
  await expect(page.getByText('No Videos Available')).toBeVisible()
  await expect(page.getByText('Check back soon for new interview content.')).toBeVisible()
  await expectNoAxeViolations(page)

  const dated = { ...video, videoUrl: 'https://youtu.be/R6MlUcmOul8' }
  videos = [
    { ...dated, id: 1, title: 'No date', eventDate: null, description: exactly },
    {
      ...video,
      id: 2,
      title: 'No id',
      videoUrl: 'https://vimeo.com/1',
      description: `${exactly}x`,
    },
    { ...video, id: 3, title: 'Some', videoUrl: 'https://youtu.be/eRsGyueVLvQ' },
    { ...video, id: 4, title: 'None' },
  ]
  await page.reload()
  await expect(cardOf(page, 'No date').getByText('Date TBD')).toBeVisible()
  await expect(cardOf(page, 'No date').getByText('See more...')).toBeHidden()
  await expect(cardOf(page, 'No date').locator('img')).toHaveAttribute(
    'src',
    'https://i.ytimg.com/vi/R6MlUcmOul8/maxresdefault.jpg',
  )
  await expect(cardOf(page, 'No id').getByText('See more...')).toBeVisible()
  await expect(cardOf(page, 'No id').locator('img')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toBeHidden()
  const some = cardOf(page, 'Some').locator('img')
  await expect(some).toHaveAttribute('src', 'https://i.ytimg.com/vi/eRsGyueVLvQ/sddefault.jpg')
  // Pictures load when they are near the viewport; on a phone the last card is far below.
  await cardOf(page, 'None').scrollIntoViewIfNeeded()
  await expect(cardOf(page, 'None').locator('img')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('the videos are kept for ten minutes', async ({ page, request }) => {
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (sent) => sent.url().endsWith('/api/members/videos') && asked.push(sent.url()))
  await enterLibrary(page, await newMember(request))
  expect(asked).toHaveLength(1)
  // With a stored email, the front page would redirect back.
  await page.evaluate(() => localStorage.removeItem('videoAccessEmail'))
  async function leaveAndReturn() {
    await page.getByRole('link', { name: 'House Lights' }).first().click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Video library' }).click()
    await expectLibrary(page)
  }
  await page.clock.runFor(60_000)
  await leaveAndReturn()
  expect(asked).toHaveLength(1)
  await page.clock.runFor(10 * 60_000)
  await leaveAndReturn()
  await expect.poll(() => asked.length).toBe(2)
})
