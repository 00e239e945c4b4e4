import { expect, test } from './support/journey.ts'
import { cardOf, enterLibrary, newMember, sample, watchInterview } from './support/members.ts'

test.use({ showsRecordings: true })

const { newest } = sample

test('the modal fills the screen and closes by its button and by Escape, giving the focus back; pressing the picture watches as well, with the way out on every screen', async ({
  page,
  request,
  isMobile,
}) => {
  await enterLibrary(page, await newMember(request))
  const opener = cardOf(page, newest.title).getByRole('button', { name: 'Watch Interview' })
  const screen = page.viewportSize()!
  for (const close of ['button', 'Escape']) {
    const dialog = await watchInterview(page, newest.title)
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...screen })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    if (close === 'button') await dialog.getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }

  await test.step('pressing the picture', async () => {
    const card = cardOf(page, newest.title)
    await card.scrollIntoViewIfNeeded()
    const box = (await card.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + 60)
    await expect(page.getByRole('dialog', { name: newest.title })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  if (!isMobile) return
  await test.step('a telephone in both orientations', async () => {
    for (const size of [
      { width: 360, height: 740 },
      { width: 740, height: 360 },
      { width: 320, height: 568 },
      { width: 568, height: 320 },
    ]) {
      await page.setViewportSize(size)
      const dialog = await watchInterview(page, newest.title)
      for (const part of [
        dialog.locator('iframe'),
        dialog.getByRole('button', { name: 'Close' }),
      ]) {
        const { x, y, width, height } = (await part.boundingBox())!
        expect(x).toBeGreaterThanOrEqual(0)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(size.width)
        expect(y + height).toBeLessThanOrEqual(size.height + 1)
      }
      const picture = (await dialog.locator('iframe').boundingBox())!
      expect(picture.width / picture.height).toBeCloseTo(16 / 9, 1)
      expect(picture.width).toBeGreaterThanOrEqual(Math.min(size.width, 450))
      await page.keyboard.press('Escape')
    }
  })
})
