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
import { enterLibrary, watchInterview, sample } from './support/members.ts'

test.use({ showsRecordings: true })

test('in a browser of 2023 a visitor opens the menu, registers, and watches an interview', async ({
  page,
}) => {
  await page.addInitScript(removeNewFeatures)
  await openPage(page)
  const menu = page.locator('#mobile-menu')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu.getByRole('link', { name: 'Video library' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()

  const person = newPerson()
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, person)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Register for Event' }).click()
  await expectToast(page, { title: '🎉 Registration Successful!' })
  await openDialog(page, 'You are registered')
  await enterLibrary(page, person.email)
  await watchInterview(page, sample.newest.title)
  await page.keyboard.press('Tab')
  await page.goto('/events/the-last-mile-comes-first')
  await expect(page.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
})

test('a page whose scripts fail stays as it was served, and its form registers', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/findLast/)
  // Dates are rendered with the page.
  await page.addInitScript(() => {
    const value = () => {
      // Presses during hydration, as on a slow device.
      document.querySelector('h1')!.click()
      document.getElementById('mobile-menu')!.showPopover()
      throw new TypeError('findLast is not a function')
    }
    Reflect.defineProperty(Array.prototype, 'findLast', { value })
  })
  const waitForFailure = () =>
    page.waitForEvent('console', (message) => /findLast/.test(message.text()))
  const failure = waitForFailure()
  await page.goto('/events/the-last-mile-comes-first')
  await page.getByLabel('First name').fill('Thandi')
  await failure
  await expect(page.getByRole('heading', { name: sampleTitles.first })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Thandi')
  const menu = page.locator('#mobile-menu')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await fillIn(page.locator('form[method="post"]'), newPerson())
  const nextFailure = waitForFailure()
  await page.getByRole('button', { name: 'Register for Event' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  // The scripts of this page fail, too, and leave its menu open.
  await nextFailure
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Watch Previous Interviews' }).click()
  await expect(page).toHaveURL(/#completed-events$/)
})

/** Removes features that Chrome 109, Firefox 115 and Safari 16.4 lack. */
function removeNewFeatures() {
  const removed: [object, string[]][] = [
    [URL, ['parse', 'canParse']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [AbortSignal, ['any']],
    [Intl, ['Segmenter', 'DurationFormat']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Element.prototype, ['checkVisibility']],
    [Document.prototype, ['startViewTransition']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
    [globalThis, ['Iterator', 'scheduler', 'navigation', 'requestIdleCallback', 'CloseWatcher']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isDisjointFrom']],
  ]
  for (const [owner, names] of removed) {
    for (const name of names) Reflect.deleteProperty(owner, name)
  }
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  for (const name of Object.getOwnPropertyNames(iterator)) Reflect.deleteProperty(iterator, name)
  // The HTML parser still supports popovers: removing the attributes disables them.
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[popover], [popovertarget]')) {
      element.removeAttribute('popover')
      element.removeAttribute('popovertarget')
    }
  }).observe(document, { childList: true, subtree: true })
}
