import { shownEventFields, signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, waitForLife } from './support/landing.ts'
import { callAsAdmin, openMailLink, pathIn, readMail } from './support/mail.ts'

test.use({ showsRecordings: true })

test('a guest watches the recording, asks for a cut, publishes it and withdraws the approval', async ({
  page,
  browser,
  stage,
}) => {
  test.slow()
  const calls = await callAsAdmin(stage)
  const created = await calls.post('/api/admin/events', {
    data: {
      ...shownEventFields,
      title: 'For the guest first',
      status: 'completed',
      eventTime: '2026-03-05T16:00:00Z',
      eventEndTime: '2026-03-05T17:00:00Z',
      dateConfirmed: true,
    },
  })
  const { id } = (await created.json()) as { id: number }
  const { email } = newPerson()
  // The link of a guest is mailed before the event; here it is read from a coming one and used for this event.
  await calls.patch(`/api/admin/events/${id}`, {
    data: {
      status: 'upcoming',
      eventTime: '2099-03-05T16:00:00Z',
      eventEndTime: '2099-03-05T17:00:00Z',
    },
  })
  await calls.post(`/api/admin/events/${id}/crew`, {
    data: { name: 'Naledi Khumalo', email, role: 'guest' },
  })
  const path = pathIn(await readMail(stage, email, 'crew_added'), 'crew')
  await calls.patch(`/api/admin/events/${id}`, {
    data: {
      status: 'completed',
      eventTime: '2026-03-05T16:00:00Z',
      eventEndTime: '2026-03-05T17:00:00Z',
    },
  })

  await signIn(page, stage)
  await page.goto(`${stage.url}/admin/events/${id}/recording`)
  await waitForLife(page)
  const approval = page.getByRole('region', { name: 'Approval by the guest' })
  await approval.getByLabel('The guest approves the recording').click()
  await expectToast(page, { title: 'Approval Required' })
  await page.getByLabel('Recording link').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
  await page.getByLabel('Release the recording to members').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const saving = page.getByRole('dialog', { name: 'Save and email people?' })
  await expect(saving.getByText("1 person gets 'Guest: approve the recording'")).toBeVisible()
  await saving.getByRole('button', { name: 'Save and send emails' }).click()
  await expect(approval.getByText('Waiting for the guest.')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openMailLink(theirs, stage.url + path)
  const recording = theirs.getByRole('region', { name: 'Recording' })
  await expect(recording.getByText('Only you and the organiser can see')).toBeVisible()
  await recording.getByRole('button', { name: 'Please cut' }).click()
  await recording.getByLabel('From').fill('12:05')
  await recording.getByLabel('To', { exact: true }).fill('12:40')
  await recording.getByLabel('Why').fill('A name')
  await expectNoAxeViolations(theirs)
  await recording.getByRole('button', { name: 'Send cuts' }).click()
  await expect(recording.getByText('You asked for cuts.')).toBeVisible()
  await page.reload()
  await expect(approval.getByText('12:05–12:40: A name')).toBeVisible()

  await recording.getByRole('button', { name: 'Publish' }).click()
  await expect(recording.getByText('Members can watch the recording.')).toBeVisible()
  await expectNoAxeViolations(theirs)
  await page.reload()
  await expect(approval.getByText('approved the recording')).toBeVisible()
  await recording.getByRole('button', { name: 'Withdraw approval' }).click()
  await expect(recording.getByText('Only you and the organiser can see')).toBeVisible()

  await page.reload()
  await approval.getByRole('button', { name: 'Release without approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release without approval?' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Release recording' }).click()
  await expect(
    approval.getByText('Members can watch the recording while it is released.'),
  ).toBeVisible()
  await other.close()
})
