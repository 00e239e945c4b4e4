import type { Route } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { cardOf, enterLibrary, expectLibrary, newMember, sample } from './support/members.ts'
import { passSeconds, watchInterview } from './support/members.ts'

test.use({ showsRecordings: true })

const { newest } = sample
const other = { title: 'Growing slowly on purpose', id: 'WhWc3b3KhnY' }

test('messages of a forged origin change nothing, and progress that cannot be saved or read is no matter to player and library', async ({
  page,
  request,
  youtube,
  expectConsoleError,
}) => {
  expectConsoleError(/500/)
  youtube.lasts(other.id, 100)
  await page.clock.install()
  await enterLibrary(page, await newMember(request))
  const close = page.getByRole('button', { name: 'Close' })

  await test.step('messages of a forged origin or another frame', async () => {
    const sent: string[] = []
    page.on(
      'request',
      (made) => made.url().endsWith('/api/members/progress') && sent.push(made.url()),
    )
    await watchInterview(page, newest.title)
    await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing/)
    await youtube.player(page).getByRole('button', { name: 'Pause' }).click()
    await passSeconds(page, 15)
    const before = sent.length
    await page.evaluate(() => {
      const frame = document.querySelector('iframe')!.contentWindow
      const told = (currentTime: number, playerState: number) =>
        JSON.stringify({
          event: 'infoDelivery',
          info: { currentTime, playerState, duration: 600, playbackRate: 1 },
        })
      for (const [origin, source] of [
        ['https://evil.example', frame],
        ['https://www.youtube-nocookie.com.evil.example', frame],
        [location.origin, frame],
        ['https://www.youtube-nocookie.com', window],
        ['https://www.youtube-nocookie.com', null],
      ] as const) {
        for (const data of [told(300, 1), told(302, 1), told(302, 2)]) {
          window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
        }
        const error = JSON.stringify({ event: 'onError', info: 100 })
        window.dispatchEvent(new MessageEvent('message', { data: error, origin, source }))
      }
    })
    await passSeconds(page, 30)
    expect(sent.length).toBe(before)
    await expect(page.getByText('Video unavailable')).toBeHidden()
    await close.click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('saving fails, and its part is brought later', async () => {
    let fails = true
    await page.route('**/api/members/progress', async (route) => {
      if (fails) await route.fulfill({ status: 500, json: { message: 'no' } })
      else await route.continue()
    })
    await watchInterview(page, other.title)
    const status = youtube.player(page).getByRole('status')
    await expect(status).toHaveText(/^playing/)
    const failed = page.waitForResponse('**/api/members/progress')
    await passSeconds(page, 30)
    await failed
    await expect(status).toHaveText(/^playing at (29|3\d)$/)
    fails = false
    await close.click()
    await expect(cardOf(page, other.title).getByText(/% watched/)).toHaveText(/(29|3\d)% watched/)
  })

  await test.step('the library is shown without progress that does not come', async () => {
    for (const answer of [
      (route: Route) => route.fulfill({ status: 500, json: {} }),
      () => Promise.resolve(),
    ]) {
      await page.unroute('**/api/members/progress')
      await page.route('**/api/members/progress', answer)
      await page.reload()
      await expectLibrary(page)
    }
  })
})
