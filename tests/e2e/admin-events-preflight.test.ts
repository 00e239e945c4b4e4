import {
  createElsewhere,
  dateAhead,
  openEventList,
  removeElsewhere,
  signIn,
} from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

test('links of the problem list focus their field, and a fixed problem disappears', async ({
  page,
  stage,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.*\/images\/banners\/gone\.webp/)
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, {
    status: 'upcoming',
    eventDate: dateAhead(),
    eventTime: '18:00 - 19:00 CAT',
    bannerImage: '/images/banners/gone.webp',
    recordingReady: true,
    videoUrl: 'https://example.com/video',
    priority: -1,
  })
  const list = await openEventList(page, stage)
  const row = list.getByRole('article', { name: event.title })
  await expect(row.getByText('2 problems, 3 warnings')).toBeVisible()
  for (const line of [
    'The banner image is missing.',
    'its link is not a recognised video link',
    'No start time',
    'The date is not confirmed',
    'No meeting link yet',
  ]) {
    await expect(row.getByText(line).first()).toBeVisible()
  }
  await expectNoAxeViolations(page)

  const fix = (line: string) => page.getByRole('link', { name: `Fix: ${line}` })
  await fix('The banner image').click()
  const banner = page.getByRole('textbox', { name: 'Banner image' })
  await expect(banner).toBeFocused()
  await expect(page.getByText('There is no picture at this address yet.')).toBeVisible()
  await banner.fill('/images/banners/last-mile.webp')
  await fix('No start time').click()
  await expect(page.getByLabel('Start as text')).toBeFocused()
  await page.getByRole('radio', { name: 'Clock time' }).check()
  await page.getByLabel('Start (CAT)').fill('18:00')
  await fix('The date is not confirmed').click()
  await page.getByLabel('Date confirmed').check()
  await fix('No meeting link').click()
  await expect(page.getByRole('textbox', { name: 'Meeting link' })).toBeFocused()
  await page.getByLabel('Webinar ID').fill('912 3456 7890')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // Saving confirms the date, so the dialog first names the recipients.
  const asking = page.getByRole('dialog', { name: 'Confirm the date?' })
  await expect(asking).toContainText('No one is registered, so no emails are sent.')
  await expectNoAxeViolations(page)
  await asking.getByRole('button', { name: 'Confirm and save' }).click()
  await expectToast(page, { title: 'Event Saved' })
  await fix('The recording is released').click()
  await expect(page.getByLabel('Recording link')).toBeFocused()
  await page.getByLabel('Release the recording to members').uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Event' })
  await tabs.getByRole('link', { name: 'Details' }).click()
  const aside = page.getByRole('region', { name: 'Problems' })
  await expect(aside.getByText('Problem:')).toHaveCount(0)
  await expect(aside.getByText('Warning:')).toHaveCount(1)
  await expect(aside.getByText('Zoom is not connected: no Zoom registrations')).toBeVisible()
  await expect(page.getByLabel('Webinar ID')).toHaveValue('91234567890')
  await page.goto(`${stage.url}/admin`)
  await expect(
    page.getByText('Zoom is not connected: join links for', { exact: false }),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await removeElsewhere(page, stage, event.id)
})
