import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { endSession, expectLibrary, logIn, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

test('an email that is none is never sent, a likely typing mistake is pointed out and blocks nothing, and the last one is remembered', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const field = await openLoginCard(page)
  const sent: string[] = []
  page.on('request', (made) => sent.push(made.url()))
  for (const text of ['', '   ']) {
    await field.fill(text)
    await page.getByRole('button', { name: 'Access Videos' }).click()
    await expect(page.getByText('Please enter your email')).toBeVisible()
    await expect(field).toBeFocused()
  }
  await field.fill('somebody at example')
  await field.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  expect(sent.filter((address) => address.includes('/login'))).toEqual([])

  await expect(field).toHaveAttribute('autocapitalize', 'none')
  await expect(field).toHaveAttribute('maxlength', '254')
  await field.fill('thandi@gmial.com')
  await expect(field).toHaveAccessibleDescription(/Did you mean thandi@gmail\.com/)
  await expectNoAxeViolations(page)
  const typed = page.waitForRequest('**/api/video-access/login')
  await page.getByRole('button', { name: 'Access Videos' }).click()
  expect((await typed).postDataJSON()).toEqual({ email: 'thandi@gmial.com' })
  await page.getByRole('button', { name: 'thandi@gmail.com' }).click()
  await expect(field).toHaveValue('thandi@gmail.com')
  await expect(field).toBeFocused()

  const email = await newMember(request)
  await logIn(page, email)
  await expectLibrary(page)
  await endSession(page)
  await expect(await openLoginCard(page)).toHaveValue(email)
})
