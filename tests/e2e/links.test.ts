import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles } from './support/landing.ts'
import {
  expectOnItsWay,
  joinAnswer,
  expectMailLinkPage,
  openMailLink,
  pathIn,
  readMail,
  titled,
  unknownLink as unknown,
} from './support/mail.ts'
import { expectLibrary } from './support/members.ts'

test.use({ showsRecordings: true })

const refused = /status of 4(04|09|10)/

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Sets the response to a call of this page. */
function answer(page: Page, path: string, status: number, json: object) {
  return page.route(`**${path}`, (route) => route.fulfill({ status, json }))
}

test('a mail leads to the seat and into the library, and a scanner that opens its links changes nothing', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(refused)
  const person = newPerson()
  const upcoming = (await (await page.request.get('/api/events/upcoming')).json()) as {
    id: number
    title: string
  }[]
  const event = upcoming.find(({ title }) => title === sampleTitles.first)!
  await page.request.post('/api/register-multi-event', {
    data: { ...person, eventIds: [event.id] },
  })
  const mail = await readMail(greenroom, person.email, 'registration_confirmed')
  const enter = pathIn(mail, 'enter')
  for (let visits = 0; visits < 10; visits++) {
    const visit = await page.request.get(enter)
    expect(visit.status()).toBe(200)
    expect(visit.headers()['set-cookie']).toBeUndefined()
  }

  await openMailLink(page, pathIn(mail, 'join'))
  await expectMailLinkPage(page, 'You are registered')
  await expect(page.getByText(event.title)).toBeVisible()
  await expect(page.getByText('15 minutes before the start', { exact: false })).toBeVisible()
  await press(page, 'Check again')
  await expectMailLinkPage(page, 'You are registered')

  await openMailLink(page, enter)
  await expectMailLinkPage(page, 'Sign in to the library')
  await press(page, 'Enter the library')
  await expectLibrary(page)
  await expect(page.getByText(person.email)).toBeVisible()
  const status = (await (await page.request.get('/api/members/progress')).json()) as object
  expect(status).toMatchObject({ isVerified: true })

  await answer(page, '/api/enter', 410, { message: 'This link has been used or has expired.' })
  await openMailLink(page, enter)
  await press(page, 'Enter the library')
  await expectMailLinkPage(page, 'This link does not work')
  await page.getByLabel('Email').fill(person.email)
  await press(page, 'Send me a new link')
  await expectOnItsWay(page)
  const fresh = await readMail(greenroom, person.email, 'library_link')
  await page.unroute('**/api/enter')
  await openMailLink(page, pathIn(fresh, 'enter'))
  await press(page, 'Enter the library')
  await expectLibrary(page)
})

test('a link whose call does not get through can be tried again, and one that was never sent, or comes at the wrong time, says so and leads on', async ({
  page,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/ERR_FAILED|status of 4(04|09|10)/)
  const fail = (path: string) => page.route(`**/api/${path}`, (route) => route.abort())
  const event = await joinAnswer(page)

  await test.step('a join link', async () => {
    await fail('join/*')
    await openMailLink(page, `/join/${unknown}`)
    await expectMailLinkPage(page, 'This link does not work')
    await page.unroute('**/api/join/*')
    await press(page, 'Try again')
    const never = page.getByText('This link is not valid', { exact: false })
    await expect(never).toBeVisible()
    await expectMailLinkPage(page, 'This link does not work')
    await expect(page.getByRole('link', { name: 'Go to home page' })).toBeVisible()
    await answer(page, '/api/join/*', 200, { ...event, state: 'over' })
    await openMailLink(page, `/join/${unknown}`)
    await expectMailLinkPage(page, 'This event has ended')
    await expect(page.getByRole('link', { name: 'Open the library' })).toBeVisible()
    await answer(page, '/api/join/*', 200, { ...event, state: 'cancelled' })
    await openMailLink(page, `/join/${unknown}`)
    await titled(page, 'This event was cancelled')
  })

  await test.step('a link to a seat', async () => {
    await openMailLink(page, `/confirm-seat/${unknown}`)
    await expectMailLinkPage(page, 'This registration cannot be confirmed')
    await expect(page.getByRole('link', { name: 'View events' })).toBeVisible()
    const seats = {
      taken: 'You are already registered',
      undated: 'The date is no longer confirmed',
      over: 'This event has ended',
      cancelled: 'This event was cancelled',
    }
    for (const [state, title] of Object.entries(seats)) {
      await page.unroute('**/api/seat')
      await answer(page, '/api/seat', 200, { title: event.title, when: event.when, state })
      await openMailLink(page, `/confirm-seat/${unknown}`)
      await (state === 'taken' ? expectMailLinkPage : titled)(page, title)
      await expect(page.getByText('The last mile')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Confirm registration' })).toBeHidden()
    }
    await page.unroute('**/api/seat')
    await fail('seat')
    await openMailLink(page, `/confirm-seat/${unknown}`)
    await titled(page, 'This link does not work')
    await page.unroute('**/api/seat')
    const seat = { title: 'The last mile', when: 'Today, 18:00-19:00 CAT', state: 'open' }
    await answer(page, '/api/seat', 200, seat)
    await press(page, 'Try again')
    await expectMailLinkPage(page, 'Confirm your registration')
    await fail('confirm-seat')
    await press(page, 'Confirm registration')
    await expectTheLineDown()
    await expectMailLinkPage(page, 'Confirm your registration')
  })

  const pages = {
    enter: ['Sign in to the library', 'Enter the library', 'This link does not work'],
    unsubscribe: ['Unsubscribe from these emails?', 'Unsubscribe', 'This link does not work'],
    resubscribe: ['Subscribe again?', 'Subscribe again', 'This link does not work'],
  } as const
  for (const [path, [title, button, refusal]] of Object.entries(pages)) {
    await test.step(`a link to ${path}`, async () => {
      await fail(path)
      await openMailLink(page, `/${path}/${unknown}`)
      await press(page, button)
      await expectTheLineDown()
      await expectMailLinkPage(page, title)
      await page.unroute(`**/api/${path}`)
      await press(page, button)
      await (path === 'enter' ? expectMailLinkPage : titled)(page, refusal)
    })
  }

  async function expectTheLineDown() {
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The site cannot be reached. Please check your connection and try again.',
    )
  }
})
