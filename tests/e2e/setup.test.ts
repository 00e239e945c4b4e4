import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { startGreenroom } from '#tests/support/start-greenroom.ts'
import { dateAhead, newVisitor, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { openDialog, waitForLife } from './support/landing.ts'

/** Draws a black bar on a transparent background. */
function drawDarkLogo() {
  const bar = { create: { width: 200, height: 30, channels: 4 as const, background: '#111111' } }
  return sharp({
    create: { width: 300, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: bar, left: 50, top: 25 }])
    .png()
    .toBuffer()
}

/** Counts all presses and filled fields. */
function countDeeds() {
  let count = 0
  return {
    total: () => count,
    async press(target: Locator) {
      count += 1
      await target.click()
    },
    async fill(target: Locator, text: string) {
      count += 1
      await target.fill(text)
    },
    async choose(target: Locator, value: string) {
      count += 1
      await target.selectOption(value)
    },
  }
}

/** Checks that this step is open and unchanged. */
async function expectStep(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Skip this step|Continue)$/ })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}

test('from an empty folder to a series of one’s own, with a mail received, a copy proved and a registration', async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000)
  const mails = await fickleMailServer()
  await mails.open()
  const env = { ADMIN_USERNAME: undefined, ADMIN_PASSWORD: undefined }
  const greenroom = await startGreenroom({ env })
  const { press, fill, choose, total } = countDeeds()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await test.step('the first sign-in shows the dashboard, which links to the setup guide', async () => {
    await page.goto(`${greenroom.url}/admin`)
    await fill(field('Username'), 'admin')
    await fill(field('Password'), greenroom.adminPassword)
    await press(button('Login'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House Lights Admin Dashboard')
    const card = page.getByRole('region', { name: 'Finish setting up' })
    await expect(card.getByText('0 of 7 steps done')).toBeVisible()
    await expect(page).toHaveURL(`${greenroom.url}/admin`)
    await press(card.getByRole('link', { name: 'Setup guide' }))
    await expect(page).toHaveURL(`${greenroom.url}/admin/setup/series`)
  })

  await test.step('name, host and time zone: the browser’s is offered', async () => {
    await expectStep(page, 'Name, host and time zone')
    await expect(field('Time zone')).toHaveValue('America/New_York')
    await expect(page.getByText(/Visitors see: 18:00 E[DS]T/)).toBeVisible()
    await fill(field('Series name'), 'Climate at Noon')
    await fill(field('Host'), 'Mira Solberg')
    await fill(field('Host’s job title'), 'Glaciologist')
    await fill(field('Headline'), 'What the ice remembers')
    await fill(field('Introduction'), 'A scientist, forty minutes, and your questions.')
    await press(button('Save and continue'))
  })

  await test.step('a look', async () => {
    await expectStep(page, 'Look')
    await expect(page.getByRole('heading', { level: 2, name: 'Look' })).toBeFocused()
    await press(page.getByRole('button', { name: /^Daylight/ }))
    await press(button('Save and continue'))
  })

  await test.step('the public address, with a sentence on what this one lacks', async () => {
    await expectStep(page, 'Public address')
    await expect(page.getByText(/Only this machine or its network reaches/)).toBeVisible()
    await press(button('Use this address'))
  })

  await test.step('mail, with a test mail that arrives', async () => {
    await expectStep(page, 'Email')
    await fill(field('Server'), '127.0.0.1')
    await fill(field('Port'), new URL(mails.url).port)
    await choose(field('Security'), 'starttls')
    await fill(field('Sender'), 'Climate at Noon <noon@example.org>')
    await fill(field('Send a test email to'), 'mira@example.org')
    await press(button('Test'))
    await expect(page.getByRole('list', { name: 'Test result' })).toBeVisible()
    expect(mails.taken).toEqual(['mira@example.org'])
    await press(button('Save'))
  })

  await test.step('a privacy page from a plain beginning', async () => {
    await expectStep(page, 'Privacy page')
    await fill(field('Data controller'), 'Mira Solberg, Harbour Street 4, Tromsø')
    await fill(field('Contact email'), 'privacy@example.org')
    await expect(page.getByText('Replace these placeholders')).toHaveCount(0)
    await press(button('Save and continue'))
  })

  await test.step('a first copy, made and proved', async () => {
    await expectStep(page, 'Backups')
    await press(button('Start daily backups on this server'))
    await expect(page.getByText(/^The backup of .* was verified/)).toBeVisible({ timeout: 180_000 })
    expect(readdirSync(join(greenroom.dataDir, 'backups'))).toHaveLength(1)
    await expectNoAxeViolationsFromTop(page)
    await press(button('Continue'))
  })

  await test.step('the first event, without a picture', async () => {
    await expectStep(page, 'First event')
    await fill(field('Title'), 'Reading a glacier')
    await fill(field('Speaker name'), 'Ines Moreau')
    await fill(field('Speaker title'), 'Polar researcher')
    await fill(field('Description'), 'How four kilometres of ice are read like a book.')
    await fill(field('Date'), dateAhead())
    await fill(page.getByLabel(/^Start/), '12:00')
    await press(button('Create event'))
    // A public address on this machine is left for later.
    await expect(
      page.getByRole('heading', { level: 2, name: 'You can finish setting up later' }),
    ).toBeFocused()
    await expectNoAxeViolationsFromTop(page)
  })

  await test.step('the sample goes, from the events and from the pages', async () => {
    await press(button('Remove sample content'))
    const dialog = await openDialog(page, 'Remove the sample content?')
    await press(dialog.getByRole('button', { name: 'Remove sample content' }))
    await expect(page.getByRole('heading', { name: 'Sample content removed' })).toBeFocused()
    await press(page.getByRole('link', { name: 'View site' }))
    await waitForLife(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What the ice remembers')
    await expect(page.locator('body')).not.toContainText(/House Lights|Lindiwe|founder/)
    await expectNoAxeViolationsFromTop(page)
  })

  await test.step('a visitor registers, and is written to', async () => {
    const visitor = await newVisitor(browser)
    await visitor.goto(greenroom.url)
    await waitForLife(visitor)
    const card = visitor.getByRole('article', { name: 'Reading a glacier' })
    await expect(card).toContainText(/12:00 E[DS]T/)
    await press(card.getByRole('button', { name: 'Register Now' }))
    const dialog = await openDialog(visitor, 'Register for Event')
    await fill(dialog.getByLabel('First name'), 'Thandi')
    await fill(dialog.getByLabel('Last name'), 'Nkosi')
    await fill(dialog.getByLabel('Email'), 'thandi@example.org')
    await press(dialog.getByRole('button', { name: /^Register/ }))
    await expect.poll(() => mails.taken, { timeout: 60_000 }).toContain('thandi@example.org')
    const privacy = await visitor.goto(`${greenroom.url}/privacy`)
    expect(await privacy?.text()).toContain('Harbour Street 4')
    await visitor.context().close()
  })

  expect(total()).toBeLessThanOrEqual(40)
  await test.step('the dashboard shows the remaining step', async () => {
    await page.goto(`${greenroom.url}/admin`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Climate at Noon Admin Dashboard',
    )
    const card = page.getByRole('region', { name: 'Finish setting up' })
    await expect(card.getByText('6 of 7 steps done')).toBeVisible()
    await expect(page).toHaveURL(`${greenroom.url}/admin`)
    await card.getByRole('link', { name: 'Public address' }).click()
  })

  await test.step('with an address that visitors reach, the series is set up and the card is gone', async () => {
    await expectStep(page, 'Public address')
    await page.getByText('Use another address').click()
    await page.getByRole('textbox', { name: 'Public address' }).fill('https://noon.example.org')
    await button('Save').click()
    await expect(
      page.getByRole('heading', { level: 2, name: 'Your series is set up' }),
    ).toBeFocused()
    await expectNoAxeViolationsFromTop(page)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Climate at Noon Admin Dashboard',
    )
    await expect(page.getByRole('region', { name: 'Finish setting up' })).toHaveCount(0)
    await expect(page).toHaveURL(`${greenroom.url}/admin`)
  })
  await page.close()
  await greenroom.close()
  await mails.close()
})

test(
  'what is left stands on the dashboard until it is dismissed, and what is typed outlives a lost line, an ended session and another administrator',
  { tag: '@once' },
  async ({ page, browser, startOwn, expectConsoleError }) => {
    expectConsoleError(/ERR_INTERNET_DISCONNECTED|401|409/)
    const own = await startOwn()
    await signIn(page, own)
    const call = (data: object) => page.request.put(`${own.url}/api/admin/setup`, { data })
    await call({ mark: 'dismissed', isSet: false })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${own.url}/admin/setup`)
    await expectStep(page, 'Name, host and time zone')
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await expectStep(page, 'Look')
    await page.getByLabel('Upload logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await drawDarkLogo(),
    })
    const crop = await openDialog(page, 'Crop the logo')
    await crop.getByRole('button', { name: 'Use the whole picture' }).click()
    await expect(
      page.getByText('A version for dark backgrounds was made from your logo.'),
    ).toBeVisible()
    const versions = page.getByRole('list', { name: 'Logo versions' }).getByRole('img')
    const [light, dark] = await versions.evaluateAll((images) =>
      images.map((image) => image.getAttribute('src')),
    )
    expect(light).not.toBe(dark)
    await expectNoAxeViolationsFromTop(page)
    await page.goto(`${own.url}/admin`)
    const left = page.getByRole('region', { name: 'Finish setting up' })
    await expect(left.getByText('0 of 7 steps done')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await left.getByRole('link', { name: 'Name, host and time zone' }).press('Enter')

    const name = page.getByLabel('Series name')
    await name.fill('Slow Trains')
    await page.getByLabel('Host', { exact: true }).fill('Oda Lind')
    await page.getByLabel('Host’s job title').fill('Signaller')
    await page.getByLabel('Headline').fill('The long way round')
    await page.getByLabel('Introduction').fill('Talks about going slowly.')
    const save = page.getByRole('button', { name: 'Save and continue' })
    await page.context().setOffline(true)
    await save.click()
    const refused = page
      .getByRole('alert')
      .filter({ hasText: /Your (changes are not lost|entries are kept)/ })
    await expect(refused).toContainText('The server could not be reached')
    await page.context().setOffline(false)

    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await save.click()
    await expect(refused).toContainText('You are signed out')
    await expect(name).toHaveValue('Slow Trains')
    await page.context().addCookies(cookies)

    const other = await newVisitor(browser)
    await signIn(other, own)
    const { content, version } = await (await other.request.get(`${own.url}/api/admin/site`)).json()
    content.series.name = 'Fast Trains'
    content.hero.claim = '40 talks'
    const saved = await other.request.put(`${own.url}/api/admin/site/draft`, {
      data: { content, version },
    })
    expect(saved.status()).toBe(200)
    await save.click()
    const dialog = await openDialog(page, 'Another administrator changed the website')
    await dialog.getByRole('radio', { name: /^My version:/ }).check()
    await dialog.getByRole('button', { name: 'Save with these choices' }).click()
    await expectStep(page, 'Look')
    const { series, hero } = await (await other.request.get(`${own.url}/api/site`)).json()
    expect([series.name, hero.claim, hero.headline]).toEqual([
      'Slow Trains',
      '40 talks',
      'The long way round',
    ])
    await page.goto(`${own.url}/admin`)
    await left.getByRole('button', { name: 'Hide' }).click()
    await expect(left).toHaveCount(0)
    await other.context().close()
  },
)
