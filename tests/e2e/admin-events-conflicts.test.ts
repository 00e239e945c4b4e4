import {
  changeElsewhere,
  createElsewhere,
  dateAhead,
  newVisitor,
  openEditor,
  openEventList,
  signIn,
  visit,
} from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'
import { returnToTab } from './support/return-to-tab.ts'

test("the second of two administrators sees the first one's changes, and nothing is lost", async ({
  page,
  stage,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (409|404).*\/api\/admin\/events/)
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, { priority: 3 })
  const form = await openEditor(page, stage, event.id)
  await form.getByLabel('Title', { exact: true }).fill('My title')
  await form.getByLabel('Speaker title').fill('My speaker title')
  await form.getByLabel('Priority').fill('7')
  await changeElsewhere(page, stage, event.id, {
    title: 'Their title',
    description: 'Their description.',
    priority: 7,
    cancelled: true,
  })
  await form.getByRole('button', { name: 'Save changes' }).click()

  const dialog = await openDialog(page, 'Another administrator changed this event')
  await expect(dialog.getByText('The other administrator cancelled the event.')).toBeVisible()
  await expect(
    dialog.getByText('Their version, which will be used: Their description.'),
  ).toBeVisible()
  const title = dialog.getByRole('group', { name: 'Title: which version do you want to keep?' })
  await expect(title.getByText('Previous value: Harbour lights')).toBeVisible()
  await expect(dialog.getByRole('group')).toHaveCount(1)
  const apply = dialog.getByRole('button', { name: 'Save with these choices' })
  await expect(apply).toBeDisabled()
  await expectNoAxeViolations(page)

  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('My title')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await title.getByLabel('My version: My title').check()
  await apply.click()
  await expectToast(page, { title: 'Event Saved', text: 'My title' })
  await expect(form.getByLabel('Description')).toHaveValue('Their description.')
  const rows = await (await page.request.get(`${stage.url}/api/events`)).json()
  expect(rows).toContainEqual(
    expect.objectContaining({
      id: event.id,
      title: 'My title',
      description: 'Their description.',
      speakerTitle: 'My speaker title',
      priority: 7,
      cancelledAt: expect.any(String),
    }),
  )

  await form.getByLabel('Title', { exact: true }).fill('Written for nothing?')
  await page.request.delete(`${stage.url}/api/admin/events/${event.id}`)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByText('This event was deleted.')).toBeVisible()
  await form.getByRole('button', { name: 'Save as a new event' }).click()
  await expectToast(page, { title: 'Event Created', text: 'Written for nothing?' })
  await expect(page).not.toHaveURL(new RegExp(`/${event.id}/details$`))
  await expect(form.getByLabel('Speaker title')).toHaveValue('My speaker title')
})

test('an event with registrations is cancelled, restored, and deleted after its number of registrations is shown', async ({
  page,
  browser,
  stage,
}) => {
  await signIn(page, stage)
  const visitor = await newVisitor(browser)
  const time = `${dateAhead()}T16:00:00Z`
  const event = await createElsewhere(page, stage, {
    status: 'upcoming',
    eventDate: dateAhead(),
    eventTime: time,
    dateConfirmed: true,
    priority: -1,
  })
  async function register(email: string) {
    const person = { firstName: 'Thandi', lastName: 'Nkosi', email, eventIds: [event.id] }
    const data = { data: person }
    const answer = await visitor.request.post(`${stage.url}/api/register-multi-event`, data)
    expect(answer.status()).toBe(200)
  }
  await register('first@example.com')
  await register('second@example.com')
  const list = await openEventList(page, stage)
  const row = list.getByRole('article', { name: event.title })
  await expect(row.getByText('2 registrations')).toBeVisible()

  await row.getByRole('button', { name: 'More actions' }).click()
  const more = await openDialog(page, 'More actions')
  await expect(more.getByText('Cancel it before you delete it.')).toBeVisible()
  await expect(more.getByRole('button', { name: 'Delete event' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await more.getByRole('button', { name: 'Cancel event' }).click()
  const cancelling = await openDialog(page, 'Cancel this event?')
  await expect(cancelling.getByText('2 registered people get a cancellation email')).toBeVisible()
  await cancelling.getByRole('button', { name: 'Cancel event' }).click()
  await expectToast(page, { title: 'Event Cancelled' })
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible()
  await visit(visitor, stage)
  await expect(visitor.getByText(event.title)).toHaveCount(0)

  await row.getByRole('button', { name: 'Undo cancellation' }).click()
  const restoring = await openDialog(page, 'Undo the cancellation?')
  await expect(restoring.getByText('The event appears again under Upcoming Events')).toBeVisible()
  await restoring.getByRole('button', { name: 'Undo cancellation' }).click()
  await expectToast(page, { title: 'Event Restored' })
  await visit(visitor, stage)
  await expect(visitor.getByRole('article', { name: event.title })).toBeVisible()

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await expectToast(page, { title: 'Event Cancelled' })
  // The mails are delayed for two minutes; until they are sent, the event cannot be deleted.
  const waiting = page.getByRole('region', { name: 'Emails about to be sent' })
  await expect(waiting.getByText("2 people get 'Cancelled'")).toBeVisible()
  await waiting.getByRole('button', { name: 'Send now' }).click()
  await expectToast(page, { title: 'Emails Sent' })
  const consequences = `${stage.url}/api/admin/events/${event.id}/consequences`
  await expect
    .poll(async () => (await page.request.post(consequences, { data: {} })).text(), {
      message: 'the cancellation emails are sent',
      timeout: 60_000,
    })
    .not.toContain('not received the cancellation')
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Delete event' }).click()
  const deleting = await openDialog(page, 'Delete this event?')
  await expect(deleting.getByText('2 registrations are deleted with the event')).toBeVisible()
  await deleting.getByRole('button', { name: 'Delete event' }).click()
  await expectToast(page, { title: 'Event Deleted', text: event.title })
  await expect(row).toHaveCount(0)
  await expect(list.getByRole('heading', { name: 'Events' })).toBeFocused()
  await visitor.context().close()
})

test('an expired session hides the form, and signing in again restores the typed text', async ({
  page,
  stage,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401.*\/api\/admin\/events/)
  await signIn(page, stage)
  const form = await openEditor(page, stage)
  await form.getByLabel('Speaker name').fill('Typed before the session ended')
  await form.getByLabel('Speaker title').fill('Founder')
  await form.getByLabel('Description').fill('Half a page of thoughts.')
  await form.getByRole('textbox', { name: 'Banner image' }).fill('/images/banners/last-mile.webp')
  await page.request.post(`${stage.url}/api/admin/logout`)
  await form.getByRole('button', { name: 'Create event' }).click()
  await expect(form.getByText('You are signed out.')).toBeVisible()
  await returnToTab(page, page.getByRole('heading', { name: 'Admin Login' }))
  await page.getByLabel('Username').fill(stage.adminUsername)
  await page.getByLabel('Password').fill(stage.adminPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(form.getByLabel('Speaker name')).toHaveValue('Typed before the session ended')
  await expect(form.getByLabel('Description')).toHaveValue('Half a page of thoughts.')
})
