import { createElsewhere, dateAhead, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

test('a visitor of a full event joins its waiting list in one press, with and without scripts', async ({
  page,
  browser,
}) => {
  const site = await startSite(() => {})
  try {
    await showSeries(site, [upcoming('Full', { capacity: 1 })])
    const address = `${site.url}/events/full`
    const form = page.locator('form[method="post"]')

    await openPage(page, address)
    await expect(page.getByText('1 seat left')).toBeVisible()
    await fillIn(form, newPerson())
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())

    await openPage(page, address)
    await expect(page.getByText('All seats are taken. You can join')).toBeVisible()
    await fillIn(form, newPerson())
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
    await expectNoAxeViolations(page)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    await fillIn(plain.locator('form[method="post"]'), newPerson())
    await plain.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(plain.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
    await context.close()
  } finally {
    await site.close()
  }
})

test('a seat given up is offered to the first in line by email, and taken in one press, with and without scripts', async ({
  page,
  browser,
  stage,
}) => {
  test.slow()
  const calls = await callAsAdmin(stage)
  await signIn(page, stage)
  const { id, title, slug } = await createElsewhere(page, stage, {
    title: 'One chair',
    status: 'upcoming',
    priority: 90,
    capacity: 1,
    dateConfirmed: true,
    eventDate: dateAhead(30),
    eventTime: `${dateAhead(30)}T16:00:00.000Z`,
    eventEndTime: `${dateAhead(30)}T17:00:00.000Z`,
  })
  const register = async () => {
    const person = newPerson()
    const data = { ...person, eventIds: [id], waitlist: true }
    expect((await calls.post('/api/register-multi-event', { data })).status()).toBe(200)
    return person
  }
  const giveUp = async ({ email }: { email: string }) => {
    const listed = (await (await calls.get('/api/event-registrations')).json()) as {
      id: number
      email: string
    }[]
    const registration = listed.find((row) => row.email === email)!
    const answer = await calls.delete(`/api/admin/registrations/${registration.id}`)
    expect(answer.status()).toBe(200)
  }
  const [first, second, third] = [await register(), await register(), await register()]
  await giveUp(first)
  const mail = await readMail(stage, second.email, 'seat_offered')
  expect(mail.subject).toContain(title)

  await openMailLink(page, stage.url + pathIn(mail, 'interest'))
  await expect(page.getByRole('heading', { name: 'A seat is free for you' })).toBeVisible()
  await expect(page.getByText(/^It is reserved for you until /)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Confirm registration' }).click()
  await expect(page.getByRole('heading', { name: 'Your registration is confirmed' })).toBeFocused()
  await readMail(stage, second.email, 'registration_confirmed')
  await page.goto(`${stage.url}/events/${slug}`)
  await expect(page.getByText('All seats are taken. You can join')).toBeVisible()

  await giveUp(second)
  const link = stage.url + pathIn(await readMail(stage, third.email, 'seat_offered'), 'interest')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Show this event' }).click()
  await expect(plain.getByRole('heading', { name: 'A seat is free for you' })).toBeVisible()
  await plain.getByRole('button', { name: 'Confirm registration' }).click()
  await expect(plain.getByRole('heading', { name: 'Your registration is confirmed' })).toBeVisible()
  await expect(plain.getByText(title)).toBeVisible()
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Show this event' }).click()
  await expect(plain.getByRole('heading', { name: 'You are already registered' })).toBeVisible()
  await context.close()
  await calls.dispose()
})
