import { shownEventFields, inHours } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openPage } from './support/landing.ts'
import {
  callAsAdmin,
  expectOnItsWay,
  openMailLink,
  pathIn,
  readMail,
  sendHeldMails,
} from './support/mail.ts'

test.use({ showsRecordings: true })

test("an event's day: the join link on request, a confirmed date with a seat, a recording, and leaving the list", async ({
  browser,
  page,
  stage,
}) => {
  const adminCalls = await callAsAdmin(stage)
  async function create(fields: object) {
    const answer = await adminCalls.post('/api/admin/events', {
      data: { ...shownEventFields, ...fields },
    })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { id: number }
  }
  const times = { eventTime: inHours(0), eventEndTime: inHours(2), dateConfirmed: true }
  const today = await create({ title: 'Tonight', status: 'upcoming', priority: -1, ...times })
  const planned = await create({ title: 'Some day', status: 'pre_registration' })
  const { email, firstName, lastName } = newPerson()
  const visitor = await browser.newContext({ baseURL: stage.url })
  const { request } = visitor
  const registration = { firstName, lastName, email, receiveUpdates: true, eventIds: [today.id] }
  await request.post('/api/register-multi-event', { data: registration })
  await request.post('/api/pre-register', { data: { firstName, email, eventId: planned.id } })

  await openPage(page, `${stage.url}/`)
  const card = page.getByRole('article', { name: 'Tonight' })
  await card.getByRole('button', { name: 'Send me my join link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send me my join link' })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Email').fill('nobody@')
  await dialog.getByRole('button', { name: 'Send me my join link' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send me my join link' }).click()
  await expectOnItsWay(page)
  await expectNoAxeViolations(page)
  const other = page.getByRole('article').filter({ hasNotText: 'Tonight' }).first()
  await expect(other.getByRole('button', { name: 'Send me my join link' })).toBeHidden()

  const link = await readMail(stage, email, 'join_link')
  await openMailLink(page, `${stage.url}${pathIn(link, 'join')}`)
  // The event has started but has no webinar, so the page shows no link and will get none automatically.
  await expect(page.getByRole('heading', { name: 'Your join link is not ready' })).toBeVisible()
  // The organiser adds a room on the day; the same link then opens it.
  const room = 'https://meet.google.com/abc-defg-hij'
  await page.route('https://meet.google.com/**', (route) => route.fulfill({ body: 'The room' }))
  await adminCalls.patch(`/api/admin/events/${today.id}`, { data: { roomUrl: room } })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Join Google Meet' }).click()
  await expect(page).toHaveURL(room)
  await openPage(page, `${stage.url}/`)

  const decided = { status: 'upcoming', dateConfirmed: true }
  const later = { ...decided, eventTime: inHours(200), eventEndTime: inHours(201) }
  const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }
  await adminCalls.patch(`/api/admin/events/${planned.id}`, { data: later })
  await adminCalls.patch(`/api/admin/events/${today.id}`, {
    data: { status: 'completed', ...recording },
  })
  await sendHeldMails(adminCalls)

  const confirmed = await readMail(stage, email, 'date_confirmed')
  const seat = `${stage.url}${pathIn(confirmed, 'confirm-seat')}`
  expect((await request.get(seat)).status()).toBe(200)
  await openMailLink(page, seat)
  await expect(page.getByText('Some day')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm registration' }).click()
  await expect(page.getByRole('heading', { name: 'Your registration is confirmed' })).toBeFocused()
  await expect(page.getByText('Some day')).toBeVisible()
  await expectNoAxeViolations(page)

  const news = await readMail(stage, email, 'recording_ready')
  expect(news.subject).toBe('The recording is ready: Tonight')
  await openMailLink(page, `${stage.url}${pathIn(news, 'unsubscribe')}`)
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('You will get no more news.', { exact: false })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Stop all reminders and news' }).click()
  await expect(
    page.getByRole('heading', { name: 'You are unsubscribed from reminders and news' }),
  ).toBeFocused()
  // Opens the mail's link again, and unsubscribes from its topic only.
  await openMailLink(page, `${stage.url}${pathIn(news, 'unsubscribe')}`)
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await page.getByRole('button', { name: 'Send me a link to undo this' }).click()
  await expectOnItsWay(page)
  const back = await readMail(stage, email, 'resubscribe_link')
  await openMailLink(page, `${stage.url}${pathIn(back, 'resubscribe')}`)
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed again' })).toBeFocused()
  await expect(page.getByText(`News will be sent to ${email} again.`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Subscribe to reminders' }).click()
  await expect(page.getByRole('heading', { name: 'You get all our emails again' })).toBeFocused()
  await expect(page.getByText(`Reminders will be sent to ${email} again.`)).toBeVisible()
  await visitor.close()
  await adminCalls.dispose()
})
