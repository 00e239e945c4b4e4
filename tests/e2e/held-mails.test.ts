import {
  createElsewhere,
  dateAhead,
  newVisitor,
  openEditor,
  signIn,
} from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail, sendHeldMails } from './support/mail.ts'

test('a new time names its recipients, waits, and is stopped and undone', async ({
  page,
  stage,
  browser,
}) => {
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, {
    status: 'upcoming',
    priority: 90,
    dateConfirmed: true,
    eventDate: dateAhead(20),
    eventTime: `${dateAhead(20)}T16:00:00.000Z`,
    eventEndTime: `${dateAhead(20)}T17:00:00.000Z`,
  })
  const visitor = await newVisitor(browser)
  const { email, firstName, lastName } = newPerson()
  const data = { firstName, lastName, email, eventIds: [event.id] }
  await visitor.request.post(`${stage.url}/api/register-multi-event`, { data })
  await readMail(stage, email, 'registration_confirmed')

  const form = await openEditor(page, stage, event.id)
  const start = form.getByLabel('Start (CAT)')
  const before = await start.inputValue()
  expect(before).toBe('18:00')
  await start.fill('17:30')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const dialog = await openDialog(page, 'Save and email people?')
  await expect(dialog.getByText("1 person gets 'New time'")).toBeVisible()
  await dialog.getByRole('button', { name: "View: 'New time'" }).click()
  await expect(dialog.getByRole('heading', { name: `New time: ${event.title}` })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save and send emails' }).click()
  await expectToast(page, { title: 'Event Saved' })

  const waiting = page.getByRole('region', { name: 'Emails about to be sent' })
  await expect(waiting.getByText("1 person gets 'New time'")).toBeVisible()
  await expectNoAxeViolations(page)
  await waiting.getByRole('button', { name: 'Stop and undo the change' }).click()
  await expectToast(page, { title: 'Emails Stopped, Change Undone' })
  await expect(waiting).toHaveCount(0)
  await openEditor(page, stage, event.id)
  await expect(form.getByLabel('Start (CAT)')).toHaveValue(before)
  await visitor.context().close()
})

test('a person interested in future events registers by one press in an email, and unsubscribes', async ({
  page,
  stage,
}) => {
  const calls = await callAsAdmin(stage)
  const { email, firstName, lastName } = newPerson()
  const asked = await page.request.post(`${stage.url}/api/register-future-events`, {
    data: { firstName, lastName, email },
  })
  expect(asked.status()).toBe(200)
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, {
    status: 'upcoming',
    priority: 90,
    dateConfirmed: true,
    eventDate: dateAhead(30),
    eventTime: `${dateAhead(30)}T16:00:00.000Z`,
    eventEndTime: `${dateAhead(30)}T17:00:00.000Z`,
  })
  await sendHeldMails(calls)
  const mail = await readMail(stage, email, 'registration_open')
  expect(mail.subject).toBe(`Registration is open: ${event.title}`)
  const link = `${stage.url}${pathIn(mail, 'interest')}`

  await openMailLink(page, link)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Register for this event' }),
  ).toBeVisible()
  await expect(page.getByText(event.title)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your registration is confirmed' })).toBeFocused()
  await readMail(stage, email, 'registration_confirmed')

  await openMailLink(page, link)
  await expect(page.getByRole('heading', { name: 'You are already registered' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(
    page.getByRole('heading', { name: 'Emails about future events stopped' }),
  ).toBeFocused()
  await expectNoAxeViolations(page)
  await calls.dispose()
})

test('creating an open event first names the recipients of its emails', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  const { email, firstName, lastName } = newPerson()
  const asked = await page.request.post(`${own.url}/api/register-future-events`, {
    data: { firstName, lastName, email },
  })
  expect(asked.status()).toBe(200)
  await signIn(page, own)
  const form = await openEditor(page, own)
  await form.getByLabel('Title', { exact: true }).fill('The last mile')
  await form.getByLabel('Speaker name').fill('Amara Obi')
  await form.getByLabel('Speaker title').fill('Runs Karoo Freight')
  await form.getByLabel('Description').fill('How parcels reach the end of the road.')
  await form.getByRole('textbox', { name: 'Banner image' }).fill('/images/hero.webp')
  await form.getByRole('textbox', { name: 'Feature image' }).fill('/images/hero.webp')
  await form.getByRole('radio', { name: 'Upcoming' }).check()
  await form.getByLabel('Date', { exact: true }).fill(dateAhead(20))
  await form.getByLabel('Start (CAT)').fill('18:00')
  await form.getByLabel('Date confirmed').check()
  await form.getByRole('button', { name: 'Create event' }).click()
  const dialog = await openDialog(page, 'Save and email people?')
  const line = "1 person gets 'Registration open'"
  await expect(dialog.getByText(line)).toBeVisible()
  await dialog.getByRole('button', { name: /^View: / }).click()
  await expect(
    dialog.getByRole('heading', { name: 'Registration is open: The last mile' }),
  ).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Save and send emails' }).click()
  await expectToast(page, { title: 'Event Created' })
  const waiting = page.getByRole('region', { name: 'Emails about to be sent' })
  await expect(waiting.getByText(line)).toBeVisible()
})
