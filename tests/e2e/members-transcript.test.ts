import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  cardOf,
  endSession,
  enterLibrary,
  logIn,
  newMember,
  openLoginCard,
  passSeconds,
  watchInterview,
} from './support/members.ts'

test.use({ showsRecordings: true })

const title = 'Machines that know when to stop'
const priced = 'How did you price it?'

function lineOf(page: Page, text: string) {
  return page.getByRole('dialog').getByRole('button', { name: text })
}

/** Returns the scroll positions of the list and the page. */
function scrolled(page: Page) {
  return page.evaluate(() => {
    const lines = document.querySelector('ol[aria-label="Lines"]')
    const card = document.querySelector('article:has([data-watch])')
    const top = Math.round(card?.getBoundingClientRect().top ?? 0)
    return { list: lines?.parentElement?.scrollTop ?? -1, page: top }
  })
}

test('a question leads to the second in which it was asked, lines and chapters play from where they begin, and the list follows the player', async ({
  page,
  request,
  youtube,
}) => {
  await page.clock.install()
  await enterLibrary(page, await newMember(request))
  const dialog = page.getByRole('dialog', { name: title })
  const status = youtube.player(page).getByRole('status')
  const close = () => dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await test.step('a question is found, and playing goes on from there', async () => {
    const box = page.getByRole('searchbox', { name: 'Search interviews' })
    await box.fill('how did you price it')
    const moment = page.getByRole('button', { name: /^1:08.*How did you price it\?$/ })
    await expect(moment).toBeVisible()
    await expect(moment.locator('mark')).toHaveText(['price'])
    await expect(page).toHaveURL(/\?q=how\+did\+you\+price\+it$/)
    await expect(page.getByRole('heading', { name: /^Nothing found/ })).toBeHidden()
    await expectNoAxeViolations(page)
    await moment.click()
    await expect(status).toHaveText(/^playing at (68|69)$/)
    await expect(lineOf(page, priced)).toHaveAttribute('aria-current', 'true')
    await expectNoAxeViolations(page)
    await close()
    await page.getByRole('button', { name: 'Clear search' }).click()
  })

  await test.step('lines and chapters play from where they begin, and are found inside', async () => {
    const card = cardOf(page, title)
    await card.getByText('4 chapters').click()
    await card.getByRole('button', { name: /The demo that stopped/ }).click()
    await expect(status).toHaveText(/^playing at 20[56]$/)
    await youtube.player(page).getByRole('button', { name: 'Pause' }).click()
    await lineOf(page, 'Because a stage manager').click()
    await expect(status).toHaveText(/^playing at (158|159)$/)
    await expect(lineOf(page, 'Because a stage manager')).toHaveAttribute('aria-current', 'true')
    await dialog.getByText('4 chapters').click()
    await dialog
      .getByRole('button', { name: /The demo that stopped/ })
      .last()
      .click()
    await expect(status).toHaveText(/^playing at (205|206)$/)
    await dialog.getByRole('searchbox', { name: 'Search transcript' }).fill('ACCIDENT')
    await expect(dialog.getByText(/^2 of \d+ lines$/)).toBeVisible()
    await expect(dialog.locator('mark')).toHaveText(['accident', 'accident'])
    await expectNoAxeViolations(page)
    await close()
  })

  await test.step('the list follows the player until its reader moves it, and never moves the page', async () => {
    await cardOf(page, title).scrollIntoViewIfNeeded()
    await watchInterview(page, title)
    await expect(status).toHaveText(/^playing/)
    await lineOf(page, 'Because a stage manager').click()
    await passSeconds(page, 3)
    const followed = await scrolled(page)
    expect(followed.list).toBeGreaterThan(0)
    await page.evaluate(() => {
      document.querySelector('ol[aria-label="Lines"]')!.parentElement!.scrollTop = 11
    })
    const back = page.getByRole('button', { name: 'Back to current line' })
    await expect(back).toBeVisible()
    const moved = await scrolled(page)
    await passSeconds(page, 60)
    const after = await scrolled(page)
    expect([moved.list, after.list]).toEqual([11, 11])
    // The browser compensates for content inserted above, to about a pixel.
    expect(Math.abs(after.page - followed.page)).toBeLessThan(4)
    await back.click()
    await expect(back).toBeHidden()
    expect((await scrolled(page)).list).toBeGreaterThan(followed.list)
  })
})

test(
  'a near word is offered where nothing is found, captions are taken along as files, and a link to a moment opens it for whoever enters by it',
  { tag: '@once' },
  async ({ page, request, youtube, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enterLibrary(page, await newMember(request), '/members?q=gramdmothers')
    await test.step('a near word leads to what was said', async () => {
      await page.getByRole('button', { name: 'grandmothers', exact: true }).click()
      await expect(page.getByRole('button', { name: /asked their grandmothers/ })).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveValue('grandmothers')
      await page.getByRole('button', { name: 'Clear search' }).click()
    })

    const dialog = await watchInterview(page, title)
    await test.step('captions and plain text are files', async () => {
      for (const [name, first] of [
        ['Download .vtt', 'WEBVTT\n\n00:00:00.000 --> '],
        ['Download Text', `${title}\n`],
      ] as const) {
        const downloading = page.waitForEvent('download')
        await page.getByRole('button', { name }).click()
        const stream = await (await downloading).createReadStream()
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        expect(Buffer.concat(chunks).toString().startsWith(first)).toBe(true)
      }
    })

    await test.step('a link to a moment opens it', async () => {
      await lineOf(page, priced).click()
      await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at (68|69)$/)
      await dialog.getByRole('button', { name: 'Copy link to this moment' }).click()
      await expect(page.locator('[data-toast]').getByText('Link Copied!')).toBeVisible()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      const { pathname, searchParams } = new URL(link)
      expect(pathname).toBe('/members')
      expect(Number(searchParams.get('t'))).toBeGreaterThanOrEqual(68)

      await endSession(page)
      await enterLibraryBy(page, link, await newMember(request))
      const opened = page.getByRole('dialog', { name: title })
      await expect(opened).toBeVisible()
      await expect(youtube.player(page).getByRole('status')).toHaveText(/at (68|69|7\d)$/)
      await opened.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page).toHaveURL('/members')
      await page.goto('/members?watch=999999&t=5')
      await expect(page.locator('[data-toast]').getByText('Recording not found')).toBeVisible()
    })
  },
)

async function enterLibraryBy(page: Page, link: string, email: string) {
  await openLoginCard(page, link)
  await logIn(page, email)
}
