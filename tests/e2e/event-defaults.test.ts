import {
  createElsewhere,
  dateAhead,
  eventFields,
  openEditor,
  signIn,
} from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

test('a new event starts with the defaults of the series, and its crew is added', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const first = await page.request.post(`${own.url}/api/admin/events`, { data: eventFields })
  const { id } = (await first.json()) as { id: number }
  const host = { name: 'Naledi Khumalo', email: 'naledi@example.com', role: 'host' }
  await page.request.post(`${own.url}/api/admin/events/${id}/crew`, { data: host })

  await page.goto(`${own.url}/admin/settings`)
  await page.getByRole('link', { name: 'Event defaults' }).click()
  const defaults = page.getByRole('form', { name: 'Event defaults' })
  await defaults.getByLabel('Start').fill('18:30')
  await defaults.getByLabel('Length in minutes').fill('4')
  await defaults.getByLabel('Meeting link').fill('https://meet.example.com/always')
  await defaults.getByLabel('Copy host and producer from the last event').check()
  await defaults.getByLabel('Description').fill('An hour, with your questions.')
  await defaults.getByRole('button', { name: 'Save defaults' }).click()
  await expect(defaults.getByText('Length must be at least 5 minutes').first()).toBeVisible()
  await expect(defaults.getByLabel('Length in minutes')).toBeFocused()
  await defaults.getByLabel('Length in minutes').fill('45')
  await defaults.getByRole('button', { name: 'Save defaults' }).click()
  await expectToast(page, { title: 'Defaults Saved' })
  await expectNoAxeViolationsFromTop(page)

  const form = await openEditor(page, own)
  await expect(form.getByLabel('Start (', { exact: false })).toHaveValue('18:30')
  await expect(form.getByLabel('End (', { exact: false })).toHaveValue('19:15')
  await expect(form.getByLabel('Description')).toHaveValue('An hour, with your questions.')
  await expect(form.getByLabel('Meeting link')).toHaveValue('https://meet.example.com/always')
  await expect(form.getByLabel('Add Naledi Khumalo (host)')).toBeChecked()
  await expectNoAxeViolationsFromTop(page)
  // Without a date, the default times are not saved.
  await form.getByLabel('Speaker name').fill(eventFields.speakerName)
  await form.getByLabel('Speaker title').fill(eventFields.speakerTitle)
  await form.getByRole('textbox', { name: 'Banner image' }).fill(eventFields.bannerImage)
  await form.getByRole('button', { name: 'Create event' }).click()
  await expectToast(page, { title: 'Event Created' })
  await expect(page.getByRole('form', { name: 'Edit event' }).getByLabel('Start (')).toHaveValue('')
  await page
    .getByRole('navigation', { name: 'Event' })
    .getByRole('link', { name: 'People' })
    .click()
  await expect(page.getByRole('listitem', { name: 'Naledi Khumalo' })).toBeVisible()
})

test('reminders are sent at the times of the series, or at those of an event', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const { id } = await createElsewhere(page, own, {
    status: 'upcoming',
    dateConfirmed: true,
    eventDate: dateAhead(20),
    eventTime: `${dateAhead(20)}T16:00:00.000Z`,
  })
  await page.goto(`${own.url}/admin/settings/events`)
  const defaults = page.getByRole('form', { name: 'Event defaults' })
  await expect(defaults.getByLabel('Reminder 1', { exact: true })).toHaveValue('24')
  await defaults.getByRole('button', { name: 'Remove reminder 2' }).click()
  await defaults.getByRole('button', { name: 'Save defaults' }).click()
  await expectToast(page, { title: 'Defaults Saved' })

  await page.goto(`${own.url}/admin/events/${id}/email`)
  const planned = page.getByRole('list', { name: 'Planned emails' })
  await expect(planned).toContainText('Reminder, a day before')
  await expect(planned).not.toContainText('an hour before')
  await page.getByRole('button', { name: 'Change reminders' }).click()
  const form = page.getByRole('form', { name: 'Reminders' })
  await form.getByRole('button', { name: 'Add reminder' }).click()
  await form.getByRole('button', { name: 'Save reminders' }).click()
  await expect(form.getByRole('alert').first()).toHaveText('Enter a number, or remove the reminder')
  await form.getByLabel('Reminder 2', { exact: true }).fill('3')
  await form.getByLabel('Unit of reminder 2').selectOption('days')
  await expectNoAxeViolationsFromTop(page)
  await form.getByRole('button', { name: 'Save reminders' }).click()
  await expectToast(page, { title: 'Reminders Saved' })
  const automatic = page.getByRole('region', { name: 'Automatic emails' })
  await expect(automatic).toContainText('Reminders 3 days and a day before the start.')
  await expect(planned).toContainText('Reminder, 3 days before')
  await page.getByRole('button', { name: 'Use default reminders' }).click()
  await expect(planned).not.toContainText('3 days before')
  await expectNoAxeViolationsFromTop(page)
})

test('thank-you and missed-you emails are switched on for the series, and left out for an event', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const { id } = await createElsewhere(page, own, {
    status: 'upcoming',
    dateConfirmed: true,
    eventDate: dateAhead(20),
    eventTime: `${dateAhead(20)}T16:00:00.000Z`,
  })
  await page.goto(`${own.url}/admin/events/${id}/email`)
  const automatic = page.getByRole('region', { name: 'Automatic emails' })
  await expect(automatic).toContainText('No emails after the event.')
  await automatic.getByRole('link', { name: 'event defaults' }).first().click()
  const defaults = page.getByRole('form', { name: 'Event defaults' })
  await defaults.getByLabel('Thank you').check()
  await defaults.getByLabel('Sorry we missed you').check()
  await defaults.getByLabel('Time of day').fill('')
  await defaults.getByRole('button', { name: 'Save defaults' }).click()
  await expect(defaults.getByLabel('Time of day')).toBeFocused()
  await defaults.getByLabel('Time of day').fill('09:30')
  await expectNoAxeViolationsFromTop(page)
  await defaults.getByRole('button', { name: 'Save defaults' }).click()
  await expectToast(page, { title: 'Defaults Saved' })

  await page.goto(`${own.url}/admin/events/${id}/email`)
  await expect(automatic).toContainText(
    'After the event: “Thank you” and “Sorry we missed you”, at 09:30',
  )
  await automatic.getByRole('button', { name: 'Not this time' }).click()
  await expectToast(page, { title: 'Emails Switched Off' })
  await expect(automatic).toContainText('No emails after this event.')
  await expectNoAxeViolationsFromTop(page)
  await page.reload()
  await automatic.getByRole('button', { name: 'Send them' }).click()
  await expect(automatic).toContainText('at 09:30')
})
