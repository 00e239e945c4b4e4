import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  waitForLife,
} from './support/landing.ts'
import { readMail } from './support/mail.ts'
import { expectLibrary, logIn, openLoginCard, sample, watchInterview } from './support/members.ts'
import { askForCode } from './support/people.ts'

test.use({ showsRecordings: true })

test('on translated pages a visitor registers, watches an interview, and opens their own page', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const person = newPerson()
  await test.step('registering', async () => {
    await openPage(page)
    await translate(page)
    const dialog = await openRegisterDialog(page)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expect(dialog.getByText('First name is required')).toBeVisible()
    await fillIn(dialog, person)
    await dialog.getByRole('button', { name: 'Register for Event' }).click()
    await expectToast(page, { title: '🎉 Registration Successful!' })
    const booked = await openDialog(page, 'You are registered')
    await page.keyboard.press('Escape')
    await expect(booked).toBeHidden()
  })
  await test.step('the library', async () => {
    await openLoginCard(page)
    await translate(page)
    await logIn(page, person.email)
    await expectLibrary(page)
    const player = await watchInterview(page, sample.newest.title)
    await page.keyboard.press('Escape')
    await expect(player).toBeHidden()
  })
  await test.step('their own page', async () => {
    await page.goto('/me')
    await waitForLife(page)
    await translate(page)
    await askForCode(page, person.email)
    let subject = ''
    const readCode = async () =>
      (subject = (await readMail(greenroom, person.email, 'sign_in_code')).subject)
    await expect.poll(readCode, { timeout: 90_000 }).toMatch(/\d{6}/)
    await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
    await page.getByRole('button', { name: 'Open my page' }).click()
    await expect(page.getByRole('heading', { name: 'My registrations' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel registration' }).first().click()
    await expectToast(page, { title: 'Registration cancelled' })
  })
})

/** Wraps every text node in elements, now and later, like browser translators. */
async function translate(page: Page) {
  await page.evaluate(() => {
    function wrapTexts(root: Node) {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
      for (const text of texts) {
        const isShown =
          text.parentElement?.closest('font, script, style, textarea, option, title') === null
        if (!isShown || !text.data.trim()) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        text.replaceWith(outer)
        outer.append(inner)
        inner.append(text)
      }
    }
    wrapTexts(document.body)
    new MutationObserver(() => wrapTexts(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
    })
  })
}
