import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  sampleTitles,
} from './support/landing.ts'

for (const path of ['/', '/next176', '/northpier', '/fieldnote', '/kilnworks']) {
  test(`the landing page opens at ${path} and no dialog opens by itself`, async ({ page }) => {
    const response = await openPage(page, path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new URL('/', page.url()).href,
    )
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, newPerson())
    const request = page.waitForRequest('**/api/register-multi-event')
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    expect((await request).postDataJSON().source).toBe(path.slice(1) || undefined)
    await expectToast(page, { title: '🎉 Registration Successful!' })
  })
}

for (const path of ['/go1', '/next_event', '/go1?utm_source=slides', '/next_event/']) {
  test(`the register dialog for the current event opens by itself at ${path}, once`, async ({
    page,
  }) => {
    const response = await openPage(page, path)
    expect(response?.status()).toBe(200)
    const dialog = await openDialog(page, 'Register for Event')
    await expect(dialog).toContainText(sampleTitles.first)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await openDialog(page, 'Register for Event')
  })
}

for (const path of ['/go1', '/GO1', '/Go1/?utm_source=slides']) {
  test(`a registration by the address on the last slide says so at ${path}`, async ({ page }) => {
    await openPage(page, path)
    const dialog = await openDialog(page, 'Register for Event')
    await fillIn(dialog, newPerson())
    const request = page.waitForRequest('**/api/register-multi-event')
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    expect((await request).postDataJSON().source).toBe('go1')
    expect(new URL(page.url()).pathname).toBe('/go1')
  })
}

for (const name of ['Watch Previous Interviews', 'House Lights']) {
  test(`who came by a partner's address is still noted as such after "${name}"`, async ({
    page,
  }) => {
    await openPage(page, '/northpier')
    const link = page.getByRole('banner').getByRole('link', { name })
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await page.waitForURL((url) => url.pathname === '/')
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, newPerson())
    const request = page.waitForRequest('**/api/register-multi-event')
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    expect((await request).postDataJSON().source).toBe('northpier')
  })
}

for (const path of ['/nowhere', '/northpier/more', '/NEXT176x', '/members/else', '/%ff']) {
  test(`the 404 page answers at ${path}`, async ({ page, expectConsoleError }) => {
    expectConsoleError(/404|400/)
    const response = await page.goto(path)
    expect(response?.status()).toBe(path === '/%ff' ? 400 : 404)
    if (path === '/%ff') return
    await expect(page).toHaveTitle('Page Not Found')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the series' }).click()
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  })
}
