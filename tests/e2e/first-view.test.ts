import { arrived, holdScripts } from './support/hold-scripts.ts'
import { signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, registerElsewhere, waitForLife } from './support/landing.ts'
import { pathIn, readMail } from './support/mail.ts'

test('a page is drawn from its document alone, and asks for scripts after that', async ({
  context,
}) => {
  // The first view is painted when the held frame is released.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      console.error(`against the security policy: ${blockedURI}`),
    )
    const { requestAnimationFrame } = window
    const held: FrameRequestCallback[] = []
    Object.assign(window, {
      requestAnimationFrame: (callback: FrameRequestCallback) => held.push(callback),
      letGo() {
        Object.assign(window, { requestAnimationFrame })
        for (const callback of held) requestAnimationFrame(callback)
      },
    })
  })
  for (const path of ['/', '/events/the-last-mile-comes-first', '/members']) {
    await test.step(path, async () => {
      // Pending requests of one page must not count for the next one.
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.resourceType()))
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('font-family', /Figtree/)
      expect(asked).not.toContain('script')
      expect(asked).not.toContain('stylesheet')
      await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
      await waitForLife(page)
      expect(asked).toContain('script')
      await page.close()
    })
  }
})

test('a script that does not come leaves the page as it was served', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await page.route('**/assets/framework-*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/')
  await failed
  await page.getByRole('link', { name: 'Take a seat' }).click()
  await expect(page.getByRole('button', { name: 'Register for Event' })).toBeVisible()
})

test.describe('on the way into the library', () => {
  test.use({ showsRecordings: true })

  test('a button that only scripts can serve is heard though it was pressed before they came', async ({
    page,
    greenroom,
  }) => {
    const person = newPerson()
    await registerElsewhere(page, person)
    const mail = await readMail(greenroom, person.email, 'library_access')
    const gate = await holdScripts(page, 'main button')
    await page.goto(pathIn(mail, 'enter'), arrived)
    await page.getByRole('button', { name: 'Enter the library' }).click()
    await gate.open()
    await expect(page).toHaveURL(/\/members$/)
    await expect(
      page.getByRole('heading', { name: 'Exclusive Interview Collection' }),
    ).toBeVisible()
  })
})

test('a list that was pasted before the scripts came is imported', async ({ page, greenroom }) => {
  await signIn(page, greenroom)
  const gate = await holdScripts(page, 'textarea')
  await page.goto('/attendee-import', arrived)
  const list = `Thandi,Nkosi,${newPerson().email}`
  await page.getByLabel('CSV data').fill(list)
  await gate.open()
  await expect(page.getByLabel('CSV data')).toHaveValue(list)
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 1 attendees' })
})
