import type { Locator } from '@playwright/test'
import { signIn } from './support/event-editor.ts'
import { openEventStage } from './support/event-day.ts'
import { fickleMailServer } from './support/fickle-mail-server.ts'
import { expect, test } from './support/journey.ts'
import { newPerson } from './support/landing.ts'
import { enterByCall, sample } from './support/members.ts'

/** Presses from the dashboard after which the page answers. Typing is not counted. */
const mostPresses = 2

test('questions of an organiser are answered within two presses from the dashboard', async ({
  page,
  startOwn,
  isMobile,
}) => {
  test.slow()
  const mailServer = await fickleMailServer()
  await mailServer.open()
  const stage = await openEventStage(startOwn, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'House Lights <hello@lights.example>',
  })
  const { own, adminCalls } = stage
  const event = await stage.create({ title: 'Harbour lights', roomUrl: 'https://meet.example/one' })
  const register = async (email: string, fields = {}) => {
    const data = { ...newPerson(), email, eventIds: [event.id], ...fields }
    expect((await adminCalls.post('/api/register-multi-event', { data })).status()).toBe(200)
  }
  await register('thandi@example.com', { questions: 'Who repairs the lamps?' })
  await register('gone@example.com')
  await register('leaving@example.com')
  await cancelElsewhere('leaving@example.com')
  await watchElsewhere('thandi@example.com')
  const data = { name: 'Ada Guest', email: 'ada@example.com', role: 'guest' }
  expect((await adminCalls.post(`/api/admin/events/${event.id}/crew`, { data })).status()).toBe(200)
  await expect.poll(() => mailServer.taken, { timeout: 60_000 }).toContain('ada@example.com')
  const sent = mailServer.taken.length
  stage.at('16:05:00', 1)
  await expect
    .poll(() => mailServer.taken.slice(sent), { timeout: 90_000 })
    .toEqual(expect.arrayContaining(['thandi@example.com', 'ada@example.com']))
  await signIn(page, own)

  const next = page.getByRole('article', { name: event.title })
  const last = page.getByRole('article').filter({ hasText: 'Add recording' })
  const registrants = page.getByRole('region', { name: 'Registrants' })

  await answers('when is the next event?', [], next.getByText(/\d{4}, 18:00-19:00 CAT/))
  await answers('did the reminder go out?', [], next.getByText(/^Sent: 1 a day before/))
  await answers(
    'who is coming?',
    [next.getByRole('link', { name: 'All Registrations' })],
    registrants.getByRole('listitem', { name: 'thandi@example.com' }),
  )
  await answers(
    'who cancelled?',
    [
      next.getByRole('link', { name: 'All Registrations' }),
      registrants.getByRole('combobox', { name: 'Registration' }),
    ],
    registrants.getByRole('listitem', { name: 'leaving@example.com' }),
  )
  await answers(
    'who registered today?',
    [entry('People')],
    page
      .getByRole('list', { name: 'People, newest first' })
      .getByRole('listitem', { name: 'thandi@example.com' })
      .getByText(/Known since \d+ \w+ \d{4}/),
  )
  await answers(
    'what did people ask?',
    [next.getByRole('link', { name: 'Questions' })],
    page.getByText('Who repairs the lamps?'),
  )
  await answers(
    'which emails of the event failed?',
    [
      next.getByRole('link', { name: 'Reminders' }),
      page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Failed/ }),
    ],
    page
      .getByRole('list', { name: 'Emails, newest first' })
      .getByRole('listitem', { name: 'Seat confirmed to gone@example.com' }),
  )
  await answers(
    'which emails failed?',
    [entry('Email'), page.getByRole('link', { name: /^\d+ emails? failed$/ })],
    page
      .getByRole('list', { name: 'Emails, newest first' })
      .getByRole('listitem', { name: 'Seat confirmed to gone@example.com' }),
  )
  await answers(
    'what does Ada still miss?',
    [next.getByRole('link', { name: event.title })],
    page.getByRole('region', { name: 'Checklist' }).getByText('No invitation sent yet.'),
  )
  await answers(
    'where do I paste the recording?',
    [last.getByRole('link', { name: 'Add recording' })],
    page.getByLabel('Recording link'),
  )
  await answers(
    'how many watched the recording?',
    isMobile
      ? [page.getByRole('button', { name: 'More', exact: true }), sheet('Statistics')]
      : [entry('Statistics')],
    page
      .getByRole('listitem')
      .filter({ hasText: sample.newest.title })
      .getByText(/1 viewer\b/),
  )
  await mailServer.close()

  /** Presses the given elements, starting from the dashboard, and expects the answer to be visible. */
  async function answers(question: string, presses: Locator[], answer: Locator) {
    expect(presses.length, question).toBeLessThanOrEqual(mostPresses)
    await test.step(question, async () => {
      await page.goto(`${own.url}/admin`)
      for (const target of presses) {
        const isChoice = (await target.evaluate(({ tagName }) => tagName)) === 'SELECT'
        if (isChoice) await target.selectOption({ label: 'Cancelled' })
        else await target.click()
      }
      await expect(answer.first()).toBeVisible()
    })
  }

  function entry(name: string) {
    const nav = page.getByRole('navigation', { name: 'Admin area' })
    return nav.getByRole('link', { name, exact: true })
  }

  function sheet(name: string) {
    return page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true })
  }

  async function cancelElsewhere(email: string) {
    const { people } = await (await adminCalls.get(`/api/admin/people?search=${email}`)).json()
    const person = await (await adminCalls.get(`/api/admin/people/${people[0].key}`)).json()
    const path = `/api/admin/registrations/${person.registrations[0].id}`
    expect((await adminCalls.delete(path)).status()).toBe(200)
  }

  async function watchElsewhere(email: string) {
    const events = await (await adminCalls.get('/api/events')).json()
    const { id: videoId } = events.find(
      ({ title }: { title: string }) => title === sample.newest.title,
    )
    await enterByCall(page.request, own, email)
    const watched = { videoId, position: 60, duration: 600, ranges: [[0, 12]] }
    const answer = await page.request.post(`${own.url}/api/members/progress`, { data: watched })
    expect(answer.status()).toBe(200)
  }
})
