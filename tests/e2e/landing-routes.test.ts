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

/** Registers a person in the open dialog and returns the recorded source. */
async function sourceOfRegistration(page: Page, dialog: Locator): Promise<unknown> {
  await fillIn(dialog, newPerson())
  const request = page.waitForRequest('**/api/register-multi-event')
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  return (await request).postDataJSON().source
}

/** Links in the navigation between arrival and registration, which must keep the partner. */
const addresses = {
  '/': '',
  '/next176': '',
  '/northpier': 'Watch Previous Interviews',
  '/fieldnote': 'House Lights',
  '/kilnworks': '',
}

test('each partner path shows the home page without a dialog and is recorded as the source', async ({
  page,
}) => {
  for (const [path, pressed] of Object.entries(addresses)) {
    await test.step(pressed === '' ? path : `${path}, then ${pressed}`, async () => {
      const response = await openPage(page, path)
      expect([path, response?.status()]).toEqual([path, 200])
      await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new URL('/', page.url()).href,
      )
      if (pressed !== '') {
        await page.getByRole('banner').getByRole('link', { name: pressed }).click()
        await page.waitForURL((url) => url.pathname === '/')
      }
      const dialog = await openRegisterDialog(page)
      expect(await sourceOfRegistration(page, dialog)).toBe(path.slice(1) || undefined)
      await expectToast(page, { title: '🎉 Registration Successful!' })
    })
  }
})

test('the register dialog of the current event opens automatically, once, for every spelling of its address', async ({
  page,
}) => {
  for (const path of ['/next_event', '/Go1/?utm_source=slides', '/next_event/', '/GO1', '/go1']) {
    await test.step(path, async () => {
      const response = await openPage(page, path)
      expect([path, response?.status()]).toEqual([path, 200])
      const dialog = await openDialog(page, 'Register for Event')
      await expect(dialog).toContainText(sampleTitles.first)
      if (!path.includes('G')) return
      expect(await sourceOfRegistration(page, dialog)).toBe('go1')
      expect(new URL(page.url()).pathname).toBe('/go1')
    })
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await openDialog(page, 'Register for Event')
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
  await expect(page.getByText('The evening goes on next door.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})
