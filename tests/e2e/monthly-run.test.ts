import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dayInZone, instantInZone } from '#kernel/event-time.ts'
import { changeElsewhere, createElsewhere, inHours, signIn } from './support/event-editor.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, newPerson, openDialog } from './support/landing.ts'
import { zone } from './support/series.ts'

function picture() {
  const size = { width: 1600, height: 900, channels: 3 as const }
  return sharp({ create: { ...size, background: '#0f4c5c' } })
    .png()
    .toBuffer()
}

test.use({ showsRecordings: true })

/** Returns the times of an event that has just ended and began today in the zone of the series, even after midnight. */
function endedToday() {
  const now = new Date()
  const midnight = instantInZone(dayInZone(now, zone), '00:00', zone).toISOString()
  const anHourAgo = inHours(-1)
  return { eventTime: anHourAgo < midnight ? midnight : anHourAgo, eventEndTime: now.toISOString() }
}

/** Presses of the whole run. Typing and file pickers are not counted. */
const mostPresses = 27

function countPresses(page: Page) {
  let count = 0
  const steps: string[] = []
  return {
    total: () => count,
    /** What each part of the run took, for the message of a failure. */
    steps: () => steps.join(', '),
    async press(target: Locator) {
      count += 1
      await target.click()
    },
    async part(name: string, act: () => Promise<void>) {
      const before = count
      await test.step(name, act)
      steps.push(`${name}: ${count - before}`)
    },
    /** Checks that the screen does not scroll sideways. */
    async fits() {
      const widths = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ])
      expect(widths[0]).toBe(widths[1])
    },
  }
}

test('one month from duplicating an event to its follow-up takes at most 27 presses, without choosing the event again', async ({
  page,
  startOwn,
  isMobile,
}) => {
  test.slow()
  const own = await startOwn({ RATE_LIMITS: 'off' })
  await signIn(page, own)
  // The sample events would be next.
  const removed = await page.request.delete(`${own.url}/api/admin/sample-series`)
  expect(removed.status()).toBe(200)
  page.setDefaultTimeout(60_000)
  if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
  const { press, part, fits, total, steps } = countPresses(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name, exact: true })
  const former = await createElsewhere(page, own, {
    title: 'Harbour lights',
    status: 'completed',
    eventTime: inHours(-40 * 24),
    eventEndTime: inHours(-40 * 24 + 1),
    roomUrl: 'https://meet.example/harbour',
  })
  await page.goto(`${own.url}/admin`)
  await fits()

  await part('duplicate, fill, publish and invite the guest', async () => {
    await press(page.getByRole('link', { name: 'Events', exact: true }).first())
    await fits()
    await press(
      page.getByRole('article', { name: former.title }).getByRole('button', { name: 'Duplicate' }),
    )
    const dialog = await openDialog(page, 'Duplicate event')
    await fits()
    await dialog.getByLabel('Speaker name').fill('Lin Chen')
    await dialog.getByLabel('Speaker title').fill('Founder of Drop')
    await dialog.getByLabel('Guest’s email').fill('lin@example.org')
    await dialog.getByLabel('Title', { exact: true }).fill('Rain on demand')
    await expect(dialog.getByLabel('Date')).not.toHaveValue('')
    await press(dialog.getByRole('button', { name: 'Duplicate' }))
    await expectToast(page, { title: 'Event duplicated' })
    const form = page.getByRole('form', { name: 'Edit event' })
    const room = form.getByLabel('Meeting link')
    await expect(room).toHaveValue('https://meet.example/harbour')
    await form.getByLabel('Upload banner image').setInputFiles({
      name: 'lin.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    const crop = await openDialog(page, 'Crop the banner image')
    await press(crop.getByRole('button', { name: 'Use this part' }))
    await expect(crop).toHaveCount(0)
    await press(form.getByLabel('Date confirmed'))
    await press(form.getByRole('radio', { name: /^(Published|Now)/ }))
    await fits()
    await press(form.getByRole('button', { name: 'Save changes' }))
    const confirmation = page.getByRole('dialog')
    await expect(confirmation.or(form.getByText('Everything is saved'))).toBeVisible()
    if (await confirmation.isVisible()) {
      await fits()
      await press(
        confirmation.getByRole('button', { name: /^(Save and send emails|Confirm and save)$/ }),
      )
    }
    await expect(form.getByText('Everything is saved')).toBeVisible()
  })
  const id = Number(/events\/(\d+)/.exec(page.url())![1])
  const person = newPerson()
  const registration = { ...person, receiveUpdates: true, eventIds: [id], questions: 'Why rain?' }
  const answer = await page.request.post(`${own.url}/api/register-multi-event`, {
    data: registration,
  })
  expect(answer.status()).toBe(200)

  async function writeAnnouncement(subject: string) {
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello {firstName}, see you there.')
    await page.getByLabel('Send a test to').fill('me@lights.example')
    await fits()
    await press(button('Send test'))
    await expect(button('Send…')).toBeEnabled({ timeout: 60_000 })
    await press(button('Send…'))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /^Send to/ })).toBeVisible()
    await fits()
    await press(dialog.getByRole('button', { name: /^Send to/ }))
    await expect(dialog).toHaveCount(0)
    await fits()
  }

  await part('invite subscribers', async () => {
    await press(tab('Email'))
    // The lists push the link down when they arrive.
    await expect(page.getByText('Reminder, a day before').first()).toBeVisible()
    await fits()
    await press(page.getByRole('link', { name: 'Invite subscribers' }))
    await writeAnnouncement('Rain on demand')
  })

  await page.goto(`${own.url}/admin`)
  await part('see that the reminders are planned', async () => {
    const next = page.getByRole('article', { name: 'Rain on demand' })
    await fits()
    await press(next.getByRole('link', { name: 'Reminders' }))
    await expect(page.getByRole('heading', { name: 'Automatic emails' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Rain on demand' })).toBeVisible()
    await fits()
  })

  await changeElsewhere(page, own, id, { eventTime: inHours(0.5), eventEndTime: inHours(1.5) })
  await page.goto(`${own.url}/admin`)
  await part('the evening: room and questions', async () => {
    const today = page.getByRole('article', { name: 'Rain on demand' })
    await page
      .context()
      .route('https://meet.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Room</h1>' }),
      )
    await fits()
    const [room] = await Promise.all([
      page.context().waitForEvent('page'),
      press(today.getByRole('button', { name: 'Open the room' })),
    ])
    await room.waitForURL('https://meet.example/harbour')
    await room.close()
    await press(today.getByRole('link', { name: /^Questions/ }))
    await expect(page.getByText('Why rain?')).toBeVisible()
    await fits()
    await press(button(/^Answered/).first())
  })

  await changeElsewhere(page, own, id, endedToday())
  await page.goto(`${own.url}/admin`)
  await part('recording, transcript and chapters', async () => {
    const last = page.getByRole('article', { name: 'Rain on demand' })
    await press(last.getByRole('link', { name: 'Add recording' }))
    const form = page.getByRole('form', { name: 'Recording' })
    await form.getByLabel('Recording link').fill('https://youtu.be/aqz-KE-bpKQ')
    await form.getByRole('textbox', { name: 'Transcript' }).fill('00:01 Lin: Welcome to the rain.')
    await form.getByRole('textbox', { name: 'Chapters' }).fill('00:00 Welcome')
    await press(form.getByLabel('Release the recording to members'))
    await fits()
    await press(form.getByRole('button', { name: 'Save changes' }))
    const dialog = await openDialog(page, 'Save and email people?')
    await fits()
    await press(dialog.getByRole('button', { name: 'Save and send emails' }))
    await expect(form.getByText('Everything is saved')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Stop: / })).toBeVisible()
  })

  await part('results', async () => {
    await press(tab('Results'))
    await expect(page.getByRole('heading', { level: 2, name: 'Results' })).toBeVisible()
    await fits()
  })

  await part('write to those who missed it', async () => {
    await press(page.getByRole('link', { name: 'Email people who missed it' }))
    await writeAnnouncement('You missed the rain')
  })

  expect(total(), steps()).toBeLessThanOrEqual(mostPresses)
})
