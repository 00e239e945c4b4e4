import { expect, test } from './support/journey.ts'
import { newPerson, openDialog, openPage } from './support/landing.ts'

test('the keyboard alone opens the dialog, stays in it, registers and returns', async ({
  page,
}) => {
  await openPage(page)
  const person = newPerson()
  const opener = page.getByRole('button', { name: 'Register Now' }).first()
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await opener.evaluate((button) => button === document.activeElement)) break
  }
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = await openDialog(page, 'Register for Event')
  await test.step('the focus stays in the dialog', async () => {
    for (let presses = 0; presses < 24; presses++) {
      await page.keyboard.press(presses % 3 === 2 ? 'Shift+Tab' : 'Tab')
      const isInside = await dialog.evaluate(
        (element) =>
          element.contains(document.activeElement) || document.activeElement === document.body,
      )
      expect(isInside, `after ${presses + 1} presses`).toBe(true)
    }
  })
  const first = dialog.getByLabel('First name')
  while (!(await first.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(person.firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.lastName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await openDialog(page, 'You are registered')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('every control shows where the keyboard is', async ({ page }) => {
  // Smooth scrolling would still be in progress when the control is located.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page)
  let controls = 0
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement!
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const header = document.querySelector('header')!.getBoundingClientRect()
      return {
        name: element.textContent ?? '',
        isBody: element === document.body,
        isOutlined: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        isHidden:
          !element.closest('header') && (box.top < header.bottom - 1 || box.top > innerHeight),
      }
    })
    if (focused.isBody) break
    controls += 1
    expect(focused, focused.name).toMatchObject({ isOutlined: true, isHidden: false })
  }
  expect(controls).toBeGreaterThan(20)
})
