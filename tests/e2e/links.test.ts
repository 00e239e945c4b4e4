import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, sampleTitles } from './support/landing.ts'
import { expectOnItsWay, openLetter, pathIn, readMail } from './support/mail.ts'
import { expectLibrary } from './support/members.ts'

test.use({ showsRecordings: true })

const unknown = '1-AAAAAAAAAAAAAAAAAAAAAAAA'
const refused = /status of 4(04|09|10)/

async function letter(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(title)
  await expectNoAxeViolations(page)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What a call of this page is answered from now on. */
function answer(page: Page, path: string, status: number, json: object) {
  return page.route(`**${path}`, (route) => route.fulfill({ status, json }))
}

/** What a join link is answered, of an event that is there. */
async function joinAnswer(page: Page) {
  const [event] = (await (await page.request.get('/api/events/upcoming')).json()) as object[]
  const when = { when: 'Today, 18:00-19:00 CAT', now: new Date().toISOString(), opensAt: null }
  return { title: 'The last mile', ...when, url: null, room: null, event }
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

  await openLetter(page, pathIn(mail, 'join'))
  await letter(page, 'Your seat is kept for you')
  await expect(page.getByText(event.title)).toBeVisible()
  await expect(page.getByText('15 minutes before the start', { exact: false })).toBeVisible()
  await press(page, 'Look again')
  await letter(page, 'Your seat is kept for you')

  await openLetter(page, enter)
  await letter(page, 'Every interview is open to you')
  await press(page, 'Enter the library')
  await expectLibrary(page)
  await expect(page.getByText(person.email)).toBeVisible()
  const status = (await (await page.request.get('/api/members/progress')).json()) as object
  expect(status).toMatchObject({ isVerified: true })

  await answer(page, '/api/enter', 410, { message: 'This link has been used or is too old.' })
  await openLetter(page, enter)
  await press(page, 'Enter the library')
  await letter(page, 'This link does not open any more')
  await page.getByLabel('Email').fill(person.email)
  await press(page, 'Send me a new link')
  await expectOnItsWay(page)
  const fresh = await readMail(greenroom, person.email, 'library_link')
  await page.unroute('**/api/enter')
  await openLetter(page, pathIn(fresh, 'enter'))
  await press(page, 'Enter the library')
  await expectLibrary(page)
})

test('a link that was never sent, or that comes at the wrong time, says so and leads on', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(refused)
  await openLetter(page, `/join/${unknown}`)
  await letter(page, 'We could not open this link')
  await expect(page.getByRole('link', { name: 'To the front page' })).toBeVisible()
  await openLetter(page, `/enter/${unknown}`)
  await press(page, 'Enter the library')
  await letter(page, 'This link does not open any more')
  await openLetter(page, `/confirm-seat/${unknown}`)
  await letter(page, 'This seat cannot be taken')
  await expect(page.getByRole('link', { name: 'See what is on' })).toBeVisible()
  for (const path of ['unsubscribe', 'resubscribe']) {
    await openLetter(page, `/${path}/${unknown}`)
    await page.getByRole('button').first().click()
    await letter(page, 'We could not open this link')
  }
  const event = await joinAnswer(page)
  const seats = {
    taken: 'This seat is yours already',
    undated: 'The date is open again',
    over: 'This interview is over',
    cancelled: 'This interview will not take place',
  }
  for (const [state, title] of Object.entries(seats)) {
    await page.unroute('**/api/seat')
    await answer(page, '/api/seat', 200, { title: event.title, when: event.when, state })
    await openLetter(page, `/confirm-seat/${unknown}`)
    await letter(page, title)
    await expect(page.getByText('The last mile')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take my seat' })).toBeHidden()
  }
  await answer(page, '/api/join', 200, { ...event, state: 'over' })
  await openLetter(page, `/join/${unknown}`)
  await letter(page, 'This interview is over')
  await expect(page.getByRole('link', { name: 'To the library' })).toBeVisible()
  await answer(page, '/api/join', 200, { ...event, state: 'cancelled' })
  await openLetter(page, `/join/${unknown}`)
  await letter(page, 'This interview will not take place')
})

test('a link whose call does not get through can be tried again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 4(04|09|10)/)
  const pages = {
    'confirm-seat': ['Take your seat', 'Take my seat'],
    enter: ['Every interview is open to you', 'Enter the library'],
    unsubscribe: ['Stop these mails?', 'Unsubscribe'],
    resubscribe: ['Hear from us again?', 'Yes, write to me again'],
  } as const
  const seat = { title: 'The last mile', when: 'Today, 18:00-19:00 CAT', state: 'open' }
  await page.route('**/api/seat', (route) => route.abort())
  await openLetter(page, `/confirm-seat/${unknown}`)
  await letter(page, 'We could not open this link')
  await page.unroute('**/api/seat')
  await answer(page, '/api/seat', 200, seat)
  await press(page, 'Try again')
  await letter(page, 'Take your seat')
  for (const [path, [title, button]] of Object.entries(pages)) {
    await page.route(`**/api/${path}`, (route) => route.abort())
    await openLetter(page, `/${path}/${unknown}`)
    await press(page, button)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The line is not working at the moment. Please try again.',
    )
    await letter(page, title)
  }
  await page.route('**/api/join', (route) => route.abort())
  await openLetter(page, `/join/${unknown}`)
  await letter(page, 'We could not open this link')
  await page.unroute('**/api/join')
  await press(page, 'Try again')
  await expect(page.getByText('This link does not lead to a seat', { exact: false })).toBeVisible()
})

test('who waits in front of the doors is taken in by the page itself when they open', async ({
  page,
  greenroom,
}) => {
  await page.clock.install()
  const event = await joinAnswer(page)
  let state: 'early' | 'preparing' | 'unseated' | 'open' = 'early'
  let asked = 0
  const now = await page.evaluate(() => Date.now())
  const opensAt = new Date(now + 10 * 60_000).toISOString()
  const url = `${greenroom.url}/?in-the-webinar`
  await page.route('**/api/join', (route) => {
    asked++
    const said = { now: new Date(now).toISOString(), opensAt, url: state === 'open' ? url : null }
    return route.fulfill({ json: { ...event, ...said, state } })
  })
  await openLetter(page, `/join/${unknown}`)
  await letter(page, 'Your seat is kept for you')
  await expect(page.getByText('it takes you in by itself', { exact: false })).toBeVisible()
  state = 'preparing'
  await page.clock.fastForward('10:06')
  await letter(page, 'Your way in is being prepared')
  // The same answer again and again: it goes on asking.
  for (const times of [3, 4, 5]) {
    await page.clock.fastForward('00:16')
    await expect.poll(() => asked).toBe(times)
  }
  state = 'unseated'
  await page.clock.fastForward('00:16')
  await letter(page, 'We have no seat for you yet')
  await page.clock.fastForward('01:01')
  await expect.poll(() => asked).toBe(7)
  state = 'open'
  await page.clock.fastForward('01:01')
  await page.waitForURL(url)
})
