import type { Locator, Page } from '@playwright/test'
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

/** Registers somebody in the open dialog, and returns where they are noted to have come from. */
async function sourceOfRegistration(page: Page, dialog: Locator): Promise<unknown> {
  await fillIn(dialog, newPerson())
  const request = page.waitForRequest('**/api/register-multi-event')
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  return (await request).postDataJSON().source
}

test('the landing page opens at the address of each partner, and no dialog opens by itself', async ({
  page,
}) => {
  for (const path of ['/', '/next176', '/northpier', '/fieldnote', '/kilnworks']) {
    const response = await openPage(page, path)
    expect([path, response?.status()]).toEqual([path, 200])
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new URL('/', page.url()).href,
    )
    const dialog = await openRegisterDialog(page)
    expect(await sourceOfRegistration(page, dialog)).toBe(path.slice(1) || undefined)
    await expectToast(page, { title: '🎉 Registration Successful!' })
  }
})

test('the register dialog for the current event opens by itself, once', async ({ page }) => {
  for (const path of ['/next_event', '/go1?utm_source=slides', '/next_event/', '/go1']) {
    const response = await openPage(page, path)
    expect([path, response?.status()]).toEqual([path, 200])
    const dialog = await openDialog(page, 'Register for Event')
    await expect(dialog).toContainText(sampleTitles.first)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await openDialog(page, 'Register for Event')
})

test('a registration by the address on the last slide says so, in whatever letters it is typed', async ({
  page,
}) => {
  for (const path of ['/GO1', '/Go1/?utm_source=slides']) {
    await openPage(page, path)
    const dialog = await openDialog(page, 'Register for Event')
    expect(await sourceOfRegistration(page, dialog)).toBe('go1')
    expect(new URL(page.url()).pathname).toBe('/go1')
  }
})

test("who came by a partner's address is still noted as such after a press in the navigation", async ({
  page,
}) => {
  for (const name of ['Watch Previous Interviews', 'House Lights']) {
    await openPage(page, '/northpier')
    const link = page.getByRole('banner').getByRole('link', { name })
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await page.waitForURL((url) => url.pathname === '/')
    const dialog = await openRegisterDialog(page)
    expect(await sourceOfRegistration(page, dialog)).toBe('northpier')
  }
})

test('the 404 page answers at addresses that there are not', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  for (const path of ['/northpier/more', '/NEXT176x', '/members/else']) {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 404])
    expect(await response.text()).toContain('<title>Page Not Found</title>')
  }
  expect((await request.get('/%ff')).status()).toBe(400)
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page).toHaveTitle('Page Not Found')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the series' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})
