import { makeAttendees, openDashboard, sectionOf } from './support/admin-dashboard.ts'
import { uniqueWord } from './support/admin-imports.ts'
import { createElsewhere, removeElsewhere, signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
  scrollToTops,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openPage, sampleTitles } from './support/landing.ts'

test('on a telephone the login, the cards that the admin area’s tables become, and its dialog fit the screen', async ({
  page,
  stage,
}) => {
  await page.goto(`${stage.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expectNoAxeViolations(page)
  await signIn(page, stage)
  const word = uniqueWord()
  const attendees = makeAttendees(40, sampleTitles.first).map((person) => ({
    ...person,
    email: `${word}.${person.email}`,
  }))
  const imported = await page.request.post(`${stage.url}/api/admin/bulk-import-attendees`, {
    data: { attendees },
  })
  expect(await imported.json()).toMatchObject({ imported: 40, errors: [] })
  await openDashboard(page, stage)
  const all = sectionOf(page, 'All Registrations')
  const cards = all.getByRole('listitem')
  await all.getByRole('searchbox').fill(word)
  await expect(all.getByRole('status')).toHaveText(/^40 (of|in)/)
  await all.getByLabel('Sort by').selectOption('Name')
  await expect(cards.first()).toContainText('Amara Person 001')
  await all.getByRole('button', { name: 'Reverse order' }).click()
  await expect(cards.first()).toContainText('Zoë Person 036')
  await all.getByRole('region', { name: 'All registrations, rows' }).focus()
  await page.keyboard.press('End')
  await expect(cards.filter({ hasText: 'Amara Person 001' })).toBeInViewport()
  await scrollToTops(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expect(page.getByRole('dialog', { name: 'Bulk Attendee Import' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})

test('the sheet behind More opens, closes and is followed by keyboard', async ({ page, stage }) => {
  await openDashboard(page, stage)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const sheet = page.getByRole('dialog', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  const isFocusInside = () => sheet.evaluate((dialog) => dialog.contains(document.activeElement))
  expect(await isFocusInside()).toBe(true)
  await expectNoAxeViolations(page)
  // The browser's own controls may take the focus in between; the page behind never does.
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    const isOnPage = await page.evaluate(() => document.activeElement !== document.body)
    if (isOnPage) expect(await isFocusInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(more).toBeFocused()
  await expect(more).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('Space')
  await sheet.getByRole('link', { name: 'Website' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(more).toHaveAttribute('aria-current', 'true')
})

/** German, Finnish, Greek, Arabic and Thai: long words, no spaces, and another direction. */
const longTitles = [
  [
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und seine Folgen',
    'Friederike Leutheusser-Schnarrenberger zu Hohenlohe-Schillingsfürst',
  ],
  [
    'Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas kertoo tarinansa',
    'Veijo Kolmenkymmenenviidensadan-Järjestelmällistyttämättömyys',
  ],
  [
    'Η ηλεκτροεγκεφαλογραφική μεταπτυχιακή πανεπιστημιακή αντιπροσώπευση στο σκοτάδι',
    'Κωνσταντίνος Παπαχριστοδουλόπουλος-Αναγνωστόπουλος',
  ],
  [
    'كيف بنينا شركة للنقل البحري بين أربع قارات ثم أعدنا بناءها من البداية مرة أخرى',
    'عبد الرحمن بن محمد بن عبد العزيز آل الشيخ المنصوري',
  ],
  [
    'การสัมภาษณ์ผู้ก่อตั้งบริษัทเทคโนโลยีการเกษตรเชิงลึกที่เริ่มต้นใหม่หลังจากล้มเหลวสามครั้ง',
    'กรุงเทพมหานคร อมรรัตนโกสินทร์ มหินทรายุธยามหาดิลกภพ',
  ],
] as const

test('long titles and names in five languages fit the header of an event’s page, 320 and 390 px wide', async ({
  page,
  stage,
}) => {
  await signIn(page, stage)
  for (const [title, speakerName] of longTitles) {
    const { id } = await createElsewhere(page, stage, { title, speakerName, priority: 90 })
    await page.goto(`${stage.url}/admin/events/${id}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(title)
    await expect(page.getByRole('heading', { name: 'Checklist' })).toBeVisible()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const sizes = await page.evaluate(() => {
        const header = document.querySelector('main header')!
        const cut = [...header.querySelectorAll('*')].filter((element) => {
          const { left, right } = element.getBoundingClientRect()
          return right > innerWidth || left < 0 || element.scrollWidth > element.clientWidth + 1
        })
        const inFlow = cut.filter((element) => getComputedStyle(element).display !== 'inline')
        return {
          page: document.documentElement.scrollWidth,
          cut: inFlow.map((one) => one.outerHTML),
        }
      })
      expect(sizes).toEqual({ page: width, cut: [] })
    }
    // The page may still be loading parts of the event, which would be missing.
    await page.goto('about:blank')
    await removeElsewhere(page, stage, id)
  }
})

test('Publish stays in view above the navigation until the saved draft of the website is published', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  await openPage(page, `${own.url}/admin/site`)
  await page.getByRole('heading', { name: 'Series and host' }).click()
  await page.getByLabel('Tagline').fill('Typed on a telephone')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, { title: 'Draft Saved' })
  await expect(page.getByText('Draft not published')).toBeInViewport()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const button = (await publish.boundingBox())!
  const bar = (await page.getByRole('navigation', { name: 'Admin area' }).boundingBox())!
  expect(button.y + button.height).toBeLessThanOrEqual(bar.y)
  await publish.click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, { title: 'Site Published' })
  await expect(page.getByText('Everything is saved')).not.toBeInViewport()
})
