import type { Locator } from '@playwright/test'
import {
  changeElsewhere,
  createElsewhere,
  dateAhead,
  inHours,
  shownEventFields,
  signIn,
} from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openPage,
  registerElsewhere,
  waitForLife,
} from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'

test('each state of an event page reads well', async ({ page }) => {
  for (const [slug, words] of [
    ['the-last-mile-comes-first', 'Register for Event'],
    ['the-patience-of-deep-tech', 'Notify Me'],
    ['pricing-is-a-conversation', 'Watch Interview'],
    ['letting-go-of-the-map', 'Recording Processing'],
  ]) {
    await page.goto(`/events/${slug}`)
    await expect(page.getByRole('button', { name: words })).toBeVisible()
    await expectNoAxeViolations(page)
  }
  await page.goto('/register')
  await waitForLife(page)
  await expectNoAxeViolations(page)
})

test('a pre-registered person who registers after opening sees the celebration', async ({
  page,
  greenroom,
}) => {
  await signIn(page, greenroom)
  // With the lowest priority, so that the front page of other journeys stays unchanged.
  const fields = { title: 'Opened at last', priority: 90 }
  const { id } = await createElsewhere(page, greenroom, fields)
  const person = newPerson()
  await registerElsewhere(page, person, [id])
  const dated = { status: 'upcoming', eventDate: dateAhead(), eventTime: '18:00' }
  await changeElsewhere(page, greenroom, id, dated)
  await openPage(page, '/events/opened-at-last')
  await fillIn(page.getByRole('main'), person)
  await page.getByRole('button', { name: 'Register for Event' }).click()
  const text = 'Thandi, you are registered for “Opened at last”.'
  await expectToast(page, { title: '🎉 Registration Successful!', text })
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
})

const open = '/events/the-last-mile-comes-first'

for (const javaScriptEnabled of [true, false]) {
  test(`the first screen of an event page leads to its form, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
    greenroom,
    viewport,
  }) => {
    const isNarrow = viewport!.width < 640
    const context = await browser.newContext({
      baseURL: greenroom.url,
      javaScriptEnabled,
      viewport,
    })
    const page = await context.newPage()
    const form = page.locator('#form')
    const link = page.getByRole('link', { name: 'Register Now' })
    for (const width of isNarrow ? [320, 390] : [viewport!.width]) {
      await page.setViewportSize({ width, height: viewport!.height })
      await page.goto(open)
      if (!isNarrow) {
        await expect(link).toBeHidden()
        await expect(form.getByRole('heading')).toBeInViewport()
        continue
      }
      await expect(link).toBeInViewport({ ratio: 1 })
      // The keyboard reaches everything above the bar.
      for (const name of ['Google', 'Outlook', 'Microsoft 365', 'Calendar file']) {
        const calendar = page.getByRole('link', { name, exact: true })
        await calendar.focus()
        await expectApart(calendar, link)
      }
      await link.click()
      await expect(form.getByRole('heading')).toBeInViewport()
      const field = form.getByLabel('First name')
      await field.focus()
      await expectApart(field, link)
      await expectApart(form.getByRole('button', { name: 'Register for Event' }), link)
    }
    await context.close()
  })
}

test('a registrant finds the join button on the first screen, and no form', async ({
  page,
  stage,
}) => {
  const adminCalls = await callAsAdmin(stage)
  const answer = await adminCalls.post('/api/admin/events', {
    data: {
      ...shownEventFields,
      title: 'Open to registrants',
      status: 'upcoming',
      priority: 95,
      dateConfirmed: true,
      eventTime: inHours(0),
      eventEndTime: inHours(2),
      roomUrl: 'https://meet.google.com/abc-defg-hij',
    },
  })
  const { id } = await answer.json()
  const person = newPerson()
  const data = { ...person, eventIds: [id] }
  await adminCalls.post('/api/register-multi-event', { data })
  const mail = await readMail(stage, person.email, 'registration_confirmed')
  await openMailLink(page, stage.url + pathIn(mail, 'join'))
  await openPage(page, `${stage.url}/events/open-to-registrants`)
  const join = page.getByRole('button', { name: 'Join now' })
  await expect(join).toHaveCount(1)
  await expect(join).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Register someone else' }).click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await adminCalls.delete(`/api/admin/events/${id}`)
  await adminCalls.dispose()
})

test('no toast covers the button that caused it, wherever the button is on the screen', async ({
  page,
  viewport,
}) => {
  for (const width of viewport!.width < 640 ? [320, 390] : [viewport!.width]) {
    await page.setViewportSize({ width, height: 600 })
    await openPage(page, open)
    const button = page.getByRole('button', { name: 'Copy link' })
    for (const block of ['start', 'center', 'end'] as const) {
      await button.evaluate((element, at) => {
        element.style.scrollMarginBlock = '70px 8px'
        // At the right edge, where toasts are on wide screens.
        element.style.marginLeft = innerWidth > 640 ? '40rem' : ''
        element.scrollIntoView({ block: at, behavior: 'instant' })
      }, block)
      await button.click()
      const toast = page.locator('[data-toast]')
      await expect(toast).toContainText('Link Copied!')
      await expectApart(button, toast)
      await toast.getByRole('button').click()
      await expect(toast).toHaveCount(0)
    }
  }
})

async function expectApart(one: Locator, other: Locator) {
  const [a, b] = [(await one.boundingBox())!, await other.boundingBox()]
  const isApart =
    b === null ||
    a.x + a.width <= b.x ||
    b.x + b.width <= a.x ||
    a.y + a.height <= b.y + 1 ||
    b.y + b.height <= a.y + 1
  expect({ isApart, a, b }).toMatchObject({ isApart: true })
}
