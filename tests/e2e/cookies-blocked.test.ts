import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, fillIn, newPerson, openPage, openWatchDialog } from './support/landing.ts'
import { openMailLink, pathIn, readMail } from './support/mail.ts'
import { logIn, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

/** Removes cookies from calls, like a browser that blocks them. */
async function blockCookies(page: Page) {
  await page.route('**/api/**', async (route) => {
    await page.context().clearCookies()
    await route.continue()
  })
}

const blocked = {
  title: 'Cookies Are Blocked',
  text: /Please allow them for this site and try again/,
  variant: 'destructive',
} as const

test('a login without cookies says that they are needed, and never that it succeeded', async ({
  page,
  request,
  greenroom,
}) => {
  const email = await newMember(request)
  await blockCookies(page)
  const shown: string[] = []
  await page.exposeFunction('noteToast', (text: string) => void shown.push(text))
  await page.addInitScript(() => {
    const note = (window as unknown as { noteToast: (text: string) => void }).noteToast
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-toast]')) note(toast.textContent)
    }).observe(document, { childList: true, subtree: true })
  })

  await test.step('the library', async () => {
    await openLoginCard(page)
    await logIn(page, email)
    await expectToast(page, blocked)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/blocks cookies/)
    await expectNoAxeViolations(page)
  })

  await test.step('the front page', async () => {
    await openPage(page)
    const dialog = await openWatchDialog(page)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await expectToast(page, blocked)
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await fillIn(dialog, newPerson())
    await dialog.getByRole('button', { name: 'Register & Watch' }).click()
    await expectToast(page, blocked)
    await expect(dialog).toBeVisible()
  })

  for (const path of ['/admin', '/bulk-import']) {
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByLabel('Username').fill(greenroom.adminUsername)
      await page.getByLabel('Password').fill(greenroom.adminPassword)
      await page.getByRole('button', { name: 'Login' }).click()
      await expectToast(page, blocked)
      await expect(page.getByLabel('Password')).toHaveValue(greenroom.adminPassword)
    })
  }

  await test.step("a mail's link", async () => {
    const person = newPerson()
    await request.post('/api/register-multi-event', { data: person })
    await request.post('/api/library-link', { data: { email: person.email } })
    const mail = await readMail(greenroom, person.email, 'library_link')
    await openMailLink(page, pathIn(mail, 'enter'))
    await page.getByRole('button', { name: 'Enter the library' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('blocks cookies')
  })
  expect(shown.filter((text) => /Access Granted|Login Successful/.test(text))).toEqual([])
})

test('a browser that says that it keeps no cookies uses no link up, and asks for no code', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }),
  )
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await openMailLink(page, '/enter/1-AAAAAAAAAAAAAAAAAAAAAAAA')
  await page.getByRole('button', { name: 'Enter the library' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('blocks cookies')
  await page.goto('/me')
  await page.getByLabel('Email').fill('thandi@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/blocks cookies/)
  expect(asked).not.toContain('/api/enter')
  expect(asked).not.toContain('/api/me/code')
})
