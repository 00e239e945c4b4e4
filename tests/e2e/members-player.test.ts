import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { cardOf, newMember, sample, watchInterview } from './support/members.ts'
import { tabTo } from './support/tab-to.ts'

test.use({ showsRecordings: true })

const { newest } = sample

test('the keyboard opens the library, and the player loads only for a playable recording', async ({
  page,
  request,
  youtube,
}) => {
  const email = await newMember(request)
  const dialog = page.getByRole('dialog')

  await test.step('without a recognisable id the video is unavailable, and nothing is asked for', async () => {
    const elsewhere = {
      id: 1,
      title: 'Elsewhere',
      speakerName: 'Ada Mensah',
      description: 'Short.',
      videoUrl: 'https://evil-youtube.com/watch?v=aqz-KE-bpKQ',
      eventDate: null,
    }
    await page.route('**/api/members/videos', (route) => route.fulfill({ json: [elsewhere] }))
    await page.goto('/members')
    await expect(page.getByLabel('Email')).toBeVisible()
    await tabTo(page.getByLabel('Email'))
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').first()).toBeVisible()
    await watchInterview(page, 'Elsewhere')
    await expect(dialog.getByText('Video unavailable')).toBeVisible()
    await expect(dialog.locator('iframe')).toHaveCount(0)
    expect(youtube.requests).toEqual([])
    await expectNoAxeViolations(page)
    await page.unroute('**/api/members/videos')
  })

  await test.step('pressed by key, the player opens in its privacy-enhanced form and keeps the focus inside', async () => {
    await page.reload()
    await expect(cardOf(page, newest.title)).toBeVisible()
    const isPlayer = (address: string) => address.includes('/embed/')
    expect(youtube.requests.filter(isPlayer)).toEqual([])
    await tabTo(cardOf(page, newest.title).getByRole('button', { name: 'Watch Interview' }))
    await page.keyboard.press('Enter')
    // Until the frame has loaded, the browser drops the focus in it.
    await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at/)
    await expect(dialog.getByText(newest.title)).toBeVisible()
    await expect(dialog.getByText(newest.speaker)).toBeVisible()
    const frame = dialog.locator('iframe')
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    const address = new URL((await frame.getAttribute('src'))!)
    expect(address.origin).toBe('https://www.youtube-nocookie.com')
    expect(address.searchParams.get('enablejsapi')).toBe('1')
    expect(address.searchParams.get('origin')).toBe(new URL(page.url()).origin)
    expect(youtube.requests.filter(isPlayer)).toHaveLength(1)
    await expectNoAxeViolations(page)
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      // While the focus moves into the frame, which is another process, it is nowhere for a moment.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
        .toBe(true)
    }
    await tabTo(page.getByRole('button', { name: 'Close' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  })

  await test.step('the description opens whole, and its button leads on to the player', async () => {
    const more = cardOf(page, newest.title).getByRole('button', { name: 'See more...' })
    await more.click()
    const described = page.getByRole('dialog', { name: newest.title })
    await expect(described.getByText('Priya read every one of', { exact: false })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(described).toBeHidden()
    await expect(more).toBeFocused()
    await more.click()
    await described.getByRole('button', { name: 'Watch Interview' }).click()
    await expect(described.locator('iframe')).toBeVisible()
    await expect(described.getByText('Priya read every one of', { exact: false })).toBeHidden()
    await described.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(more).toBeFocused()
  })

  await test.step('a player that refuses is replaced by words, and by a way to the platform', async () => {
    youtube.refuses(newest.id, 101)
    await watchInterview(page, newest.title)
    await expect(dialog.getByText('Video unavailable')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Watch on the video platform' })).toHaveAttribute(
      'href',
      `https://www.youtube.com/watch?v=${newest.id}`,
    )
    await expectNoAxeViolations(page)
  })
})
