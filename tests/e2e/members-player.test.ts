import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { cardOf, enterLibrary, newMember, sample, watchInterview } from './support/members.ts'
import { tabTo } from './support/tab-to.ts'

test.use({ showsRecordings: true })

const { newest } = sample

test('the player is asked for only when somebody presses watch, in its privacy-enhanced form', async ({
  page,
  request,
  youtube,
}) => {
  await enterLibrary(page, await newMember(request))
  const isPlayer = (address: string) => address.includes('/embed/')
  expect(youtube.requests.filter(isPlayer)).toEqual([])
  const dialog = await watchInterview(page, newest.title)
  await expect(dialog.getByText(newest.title)).toBeVisible()
  await expect(dialog.getByText(newest.speaker)).toBeVisible()
  const frame = dialog.locator('iframe')
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
  const address = new URL((await frame.getAttribute('src'))!)
  expect(address.origin).toBe('https://www.youtube-nocookie.com')
  expect(address.searchParams.get('enablejsapi')).toBe('1')
  expect(address.searchParams.get('origin')).toBe(new URL(page.url()).origin)
  await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at/)
  expect(youtube.requests.filter(isPlayer)).toHaveLength(1)
  await expectNoAxeViolations(page)
})

test('the keyboard alone enters, watches a video, stays inside and closes it', async ({
  page,
  request,
  youtube,
}) => {
  const email = await newMember(request)
  await page.goto('/members')
  await expect(page.getByLabel('Email')).toBeVisible()
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').first()).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Watch Interview' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Before it has loaded, the browser takes the focus out of the frame with the empty page.
  await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at/)
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    // On its way into the frame, which is another process, the focus is nowhere for a moment.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
      .toBe(true)
  }
  await tabTo(page.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})

test('without a recognisable id the video is unavailable, and nothing is asked for', async ({
  page,
  request,
  youtube,
}) => {
  await page.route('**/api/members/videos', (route) =>
    route.fulfill({
      json: [
        {
          id: 1,
          title: 'Elsewhere',
          speakerName: 'Ada Mensah',
          description: 'Short.',
          videoUrl: 'https://evil-youtube.com/watch?v=aqz-KE-bpKQ',
          eventDate: null,
        },
      ],
    }),
  )
  await enterLibrary(page, await newMember(request))
  const dialog = await watchInterview(page, 'Elsewhere')
  await expect(dialog.getByText('Video unavailable')).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveCount(0)
  expect(youtube.requests).toEqual([])
  await expectNoAxeViolations(page)
})

test('a player that refuses is replaced by words, and by a way to the platform where that helps', async ({
  page,
  request,
  youtube,
}) => {
  youtube.refuses(newest.id, 101)
  await enterLibrary(page, await newMember(request))
  const dialog = await watchInterview(page, newest.title)
  await expect(dialog.getByText('Video unavailable')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Watch on the video platform' })).toHaveAttribute(
    'href',
    `https://www.youtube.com/watch?v=${newest.id}`,
  )
  await expectNoAxeViolations(page)
})

test('the description opens whole, and its button leads on to the player', async ({
  page,
  request,
}) => {
  await enterLibrary(page, await newMember(request))
  const more = cardOf(page, sample.newest.title).getByRole('button', { name: 'See more...' })
  await more.click()
  const dialog = page.getByRole('dialog', { name: sample.newest.title })
  await expect(dialog.getByText('Priya read every one of', { exact: false })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await dialog.getByRole('button', { name: 'Watch Interview' }).click()
  await expect(dialog.locator('iframe')).toBeVisible()
  await expect(dialog.getByText('Priya read every one of', { exact: false })).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(more).toBeFocused()
})
