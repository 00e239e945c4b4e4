import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import {
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openWatchDialog,
  registerElsewhere,
  sampleTitles,
} from './support/landing.ts'
import {
  endSession,
  enterLibrary,
  logIn,
  newMember,
  openLoginCard,
  sample,
  watchInterview,
} from './support/members.ts'

test.use({ showsRecordings: true })

const title = sampleTitles.withRecording

async function enterWith(dialog: Locator, email: string) {
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
}

async function expectPlayer(page: Page) {
  await expect(page).toHaveURL(/\/members\?watch=\d+$/)
  await expect(page.getByRole('dialog', { name: title }).locator('iframe')).toBeVisible()
}

test('Watch on an interview leads to its player: by the e-mail, a registration, at once for a member', async ({
  page,
}) => {
  const person = newPerson()

  await test.step('through the e-mail', async () => {
    await openPage(page)
    await registerElsewhere(page, person)
    const dialog = await openWatchDialog(page)
    await enterWith(dialog, person.email)
    await expectPlayer(page)
  })

  await test.step('at once for a member who is inside already', async () => {
    await page.evaluate(() => localStorage.clear())
    const status = page.waitForResponse('**/api/auth/status')
    await openPage(page)
    await status
    const card = page.getByRole('article', { name: title })
    await card.getByRole('button', { name: 'Watch Interview' }).click()
    await expectPlayer(page)
  })

  await test.step('from the page of the event as well', async () => {
    await endSession(page)
    await openPage(page, '/events/pricing-is-a-conversation')
    await page.getByRole('button', { name: 'Watch Interview' }).click()
    const dialog = await openDialog(page, 'Watch Interview')
    await enterWith(dialog, person.email)
    await expectPlayer(page)
  })

  await test.step('through a registration', async () => {
    await endSession(page)
    await page.evaluate(() => localStorage.clear())
    await openPage(page)
    const dialog = await openWatchDialog(page)
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, newPerson())
    await dialog.getByRole('button', { name: 'Register & Watch' }).click()
    await expectPlayer(page)
  })
})

test('the address of a player can be given to another member, and goes with the player', async ({
  page,
  request,
  browser,
}) => {
  await enterLibrary(page, await newMember(request))
  const player = await watchInterview(page, sample.newest.title)
  await expectPlayer(page)
  const address = page.url()
  const context = await browser.newContext()
  const friend = await context.newPage()
  await openLoginCard(friend, address)
  await logIn(friend, await newMember(request))
  await expect(friend.getByRole('dialog', { name: title })).toBeVisible()
  await context.close()
  await player.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/members$/)
  await expect(player).toBeHidden()
})

test('without scripts, the requested interview comes first', async ({
  browser,
  request,
  baseURL,
}) => {
  const email = await newMember(request)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/')
  const titles = page.locator('#completed-events article')
  await titles.nth(2).getByRole('link', { name: 'Watch Interview' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Access Videos' }).click()
  const asked = new URL(page.url()).searchParams.get('watch')
  const first = page.getByRole('article').first().getByRole('heading')
  await expect(first).toHaveAttribute('id', `interview-${asked}`)

  // Also works after registering, and after repeated changes of mind.
  await endSession(page)
  await page.goto(`/members?watch=${asked}`)
  await page.getByRole('link', { name: 'Register for Free Access' }).click()
  await page.getByRole('link', { name: 'Access with Email' }).click()
  await expect(page).toHaveURL(`/members?watch=${asked}`)
  await page.getByRole('link', { name: 'Register for Free Access' }).click()
  await fillIn(page.getByRole('main'), newPerson())
  await page.getByRole('button', { name: 'Register & Watch' }).click()
  await page.getByRole('button', { name: 'Open the video library' }).click()
  await expect(first).toHaveAttribute('id', `interview-${asked}`)
  await context.close()
})

test('Register for Free Access opens the register mode on the front page, once', async ({
  page,
}) => {
  await openPage(page, '/members')
  await page.getByRole('button', { name: 'Register for Free Access' }).click()
  await expect(page).toHaveURL('/')
  const dialog = await openDialog(page, 'Watch Interview')
  await fillIn(dialog, newPerson())
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Register for Free Access' }).click()
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Register & Watch' }).click()
  await page.waitForURL('**/members')
})
