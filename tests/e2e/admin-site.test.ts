import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { openRoom } from './support/admin-dashboard.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'

/** Light mode on the desktop and dark mode on the phone. */
test.use({ colorScheme: async ({ isMobile }, provide) => provide(isMobile ? 'dark' : 'light') })

/** Opens the page and expands some of its groups. */
async function openSite(page: Page, own: Greenroom, ...groups: string[]) {
  await openRoom(page, own, 'site')
  const form = page.getByRole('form', { name: 'Site content' })
  await expect(form).toBeVisible()
  for (const group of groups) await form.getByRole('heading', { name: group, exact: true }).click()
  return form
}

/** Saves the site as another administrator, based on the current version. */
async function saveElsewhere(
  page: Page,
  { url }: Greenroom,
  change: (series: Record<string, unknown>) => void,
) {
  const { content, version } = await (await page.request.get(`${url}/api/admin/site`)).json()
  change(content.series as Record<string, unknown>)
  const answer = await page.request.put(`${url}/api/admin/site/draft`, {
    data: { content, version },
  })
  expect(answer.status()).toBe(200)
}

/** Background colours of every page, whatever the browser prefers. */
const canvases = { Dark: 'rgb(21, 15, 23)', Light: 'rgb(245, 242, 244)' }

async function publish(page: Page, note: string) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = await openDialog(page, 'Publish the site?')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, { title: 'Site Published' })
  await expect(page.getByText('Everything is published.')).toBeVisible()
}

test('the site is changed as a draft, seen beside the form, published, and undone from its history', async ({
  page,
  startOwn,
  isMobile,
}) => {
  test.slow()
  const own = await startOwn()
  const read = async (path: string) => (await page.request.get(own.url + path)).text()
  const before = await read('/')
  const form = await openSite(page, own, 'Series and host', 'Testimonials')
  await expect(page.getByText('Everything is published.')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  const name = form.getByLabel('Series name')
  await name.fill('Climate at Noon, told by those who measure it every')
  await expect(form.getByText('9 characters left')).toBeVisible()
  await name.fill('Climate at Noon')

  await test.step('a testimonial is added, moved, removed and put back by keyboard', async () => {
    const list = form.getByRole('list', { name: 'Testimonials' })
    await expect(list.getByRole('listitem')).toHaveCount(6)
    await form.getByRole('button', { name: 'Add a testimonial' }).press('Enter')
    await expect(form.getByLabel('Quotation').last()).toBeFocused()
    await page.keyboard.type('The only webinar that my team asks for.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ines Carvalho')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Atlantic Lab')
    await list.getByRole('button', { name: 'Move up testimonial 7, Ines Carvalho' }).press('Enter')
    const up = list.getByRole('button', { name: 'Move up testimonial 6, Ines Carvalho' })
    await expect(up).toBeFocused()
    for (let press = 0; press < 5; press++) await page.keyboard.press('Enter')
    await expect(
      list.getByRole('button', { name: 'Move down testimonial 1, Ines Carvalho' }),
    ).toBeFocused()
    await expect(form.getByText('Moved to position 1 of 7, Ines Carvalho.')).toBeAttached()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Removed: testimonial 1, Ines Carvalho. 6 left.')).toBeAttached()
    const back = list.getByRole('button', { name: 'Undo' })
    await expect(back).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      list.getByRole('button', { name: 'Remove testimonial 1, Ines Carvalho' }),
    ).toBeFocused()
    await list.getByRole('button', { name: /^Remove testimonial 7/ }).press('Enter')
  })

  await test.step("a partner's logo is uploaded as it is", async () => {
    await form.getByRole('heading', { name: 'Partners', exact: true }).click()
    await form.getByRole('button', { name: 'Add a partner', exact: true }).click()
    const partner = form.getByRole('group', { name: 'Number 6, New partner' })
    await partner.getByLabel('Name').fill('Meridian Institute')
    await form.getByRole('button', { name: 'Save draft' }).click()
    const renamed = form.getByRole('group', { name: 'Number 6, Meridian Institute' })
    await expect(renamed.getByRole('textbox', { name: 'Logo' })).toBeFocused()
    await expect(renamed.getByText('The logo must not be empty')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    const logo = sharp({ create: { width: 240, height: 80, channels: 3, background: '#204060' } })
    await renamed.getByLabel('Upload logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await logo.png().toBuffer(),
    })
    const crop = await openDialog(page, 'Crop the logo')
    await crop.getByRole('button', { name: 'Use the whole picture' }).click()
    await expect(renamed.getByText('Uploaded, 240 × 80 pixels.')).toBeVisible()
  })

  await form.getByRole('heading', { name: 'Footer, privacy and imprint' }).click()
  await form
    .getByRole('textbox', { name: /^Privacy page(?! link)/ })
    .fill('## What we keep\n\nYour **e-mail**, no more.')
  await form.getByLabel('Privacy page link').fill('')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, { title: 'Draft Saved' })
  await expect(
    page.getByText(
      'The draft differs from the published version in: Series name · Testimonials · Partners · Privacy page · Privacy page link',
    ),
  ).toBeVisible()
  // Expanded groups stay expanded.
  await expect(name).toBeVisible()
  expect((await read('/')) === before, 'visitors see what they saw').toBe(true)

  await test.step('the preview shows the draft, at both widths, on every page', async () => {
    if (isMobile) await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe[title="Preview of the page"]')
    await expect(frame.getByText('Climate at Noon').first()).toBeVisible()
    await expect(frame.getByText('The only webinar that my team asks for.')).toBeAttached()
    await page.getByRole('button', { name: 'Phone' }).click()
    await page.getByLabel('Page to preview').selectOption('Privacy page')
    await expect(frame.getByRole('heading', { name: 'What we keep' })).toBeVisible()
    const html = frame.locator('html')
    for (const [choice, canvas] of Object.entries(canvases)) {
      await page.getByRole('button', { name: choice, exact: true }).click()
      await expect(html).toHaveCSS('background-color', canvas)
    }
    expect(await frame.locator('body').evaluate(() => innerWidth)).toBe(390)
    await expectNoAxeViolationsFromTop(page)
    const { width } = page.viewportSize()!
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.getByLabel('Page to preview').selectOption('Home page')
    if (isMobile) await page.getByRole('button', { name: 'Form' }).click()
  })

  await publish(page, 'A name of our own')
  await expect(page.getByRole('banner').getByText('Climate at Noon')).toBeVisible()
  const after = await read('/')
  expect(after.includes('| Climate at Noon</title>')).toBe(true)
  expect(after.includes('The only webinar that my team asks for.')).toBe(true)
  expect(await read('/privacy')).toContain('<strong>e-mail</strong>')

  const versions = page.getByRole('list', { name: 'Versions, newest first' })
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await expect(versions).toContainText(`${own.adminUsername}: A name of our own`)
  await versions.getByRole('button', { name: 'Restore as draft' }).last().click()
  const dialog = await openDialog(page, 'Restore this version as draft?')
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Restore as draft' }).click()
  await expectToast(page, { title: 'Restored as Draft' })
  await expect(name).toHaveValue('House Lights')
  await publish(page, 'As it was')
  expect((await read('/')) === before, 'visitors see what they saw').toBe(true)
})

test(
  'what is typed stays through a lost line, an ended session and another administrator, and a file that decides is shown read-only',
  { tag: '@once' },
  async ({ page, startOwn, expectConsoleError }) => {
    test.slow()
    expectConsoleError(/status of (401|409).*\/api\/admin\/site|ERR_INTERNET_DISCONNECTED/)
    const own = await startOwn()
    const form = await openSite(page, own, 'Series and host', 'Home page text')
    const save = form.getByRole('button', { name: 'Save draft' })
    const tagline = form.getByLabel('Tagline')
    await tagline.fill('Typed without a line')

    await test.step('without a line nothing is lost, and leaving asks first', async () => {
      await page.context().setOffline(true)
      await save.click()
      await expect(form.getByText('The server could not be reached.')).toBeVisible()
      await page.context().setOffline(false)
      await page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click()
      const leaving = await openDialog(page, 'Leave without saving?')
      await leaving.getByRole('button', { name: 'Stay here' }).click()
    })

    await test.step('an ended session is begun again in the place', async () => {
      await page.request.post(`${own.url}/api/admin/logout`)
      await save.click()
      await expect(form.getByText('You are signed out.')).toBeVisible()
      await form.getByRole('button', { name: 'Sign in here' }).click()
      await page.getByLabel('Username').fill(own.adminUsername)
      await page.getByLabel('Password').fill(own.adminPassword)
      await page.getByRole('button', { name: 'Login' }).click()
      await form.getByRole('heading', { name: 'Series and host' }).click()
      await expect(tagline).toHaveValue('Typed without a line')
    })

    await test.step('what another one saved is shown beside it', async () => {
      await saveElsewhere(page, own, (series) => {
        Object.assign(series, { tagline: 'Theirs', name: 'Climate at Noon' })
      })
      await save.click()
      const dialog = await openDialog(page, `${own.adminUsername} changed the site`)
      await expect(
        dialog.getByText('Their version, which will be used: Climate at Noon'),
      ).toBeVisible()
      await dialog.getByLabel('My version: Typed without a line').check()
      await expectNoAxeViolationsFromTop(page)
      await dialog.getByRole('button', { name: 'Save with these choices' }).click()
      await expectToast(page, { title: 'Draft Saved' })
      await expect(form.getByLabel('Series name')).toHaveValue('Climate at Noon')
      await expect(tagline).toHaveValue('Typed without a line')
    })

    await test.step('publishing notices it as well', async () => {
      await saveElsewhere(page, own, (series) => (series.tagline = 'Theirs again'))
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByRole('button', { name: 'Publish now' }).click()
      const dialog = await openDialog(page, `${own.adminUsername} changed the site`)
      await expect(
        dialog.getByText('Their version, which will be used: Theirs again'),
      ).toBeVisible()
      await dialog.getByRole('button', { name: 'Save with these choices' }).click()
      await expectToast(page, { title: 'Nothing Left to Save' })
      await expect(tagline).toHaveValue('Theirs again')
    })

    const locked = await startOwn({ SITE_FILE: 'content/site.json' })
    const shown = await openSite(page, locked, 'Series and host', 'Testimonials')
    await expect(page.getByRole('listitem').filter({ hasText: 'SITE_FILE' })).toBeVisible()
    await expect(shown.getByLabel('Tagline')).toHaveAttribute('readonly')
    await expect(page.getByRole('button', { name: /Save|Publish|Add|Remove|Insert/ })).toHaveCount(
      0,
    )
    await expectNoAxeViolationsFromTop(page)
  },
)
