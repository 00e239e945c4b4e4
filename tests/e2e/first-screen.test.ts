import { expect, test } from './support/journey.ts'
import { openDialog, openPage, sampleTitles } from './support/landing.ts'

test('the first screen of a telephone shows the next event, one press from the form, and its menu leads to the library', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page)
  const hero = page.getByRole('region', { name: 'The lights go down' })
  for (const what of [
    hero.getByText(sampleTitles.first),
    hero.getByText(/, with \w/),
    hero.getByRole('listitem').first(),
    hero.getByRole('button', { name: 'Take a seat' }),
  ]) {
    await expect(what).toBeInViewport({ ratio: 1 })
  }
  await hero.getByRole('button', { name: 'Take a seat' }).click()
  await openDialog(page, 'Register for Event')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('#mobile-menu').getByRole('link', { name: 'Video library' }).click()
  await page.waitForURL('**/members')
})
