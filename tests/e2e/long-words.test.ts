import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { adminRooms, openDashboard, openRoom } from './support/admin-dashboard.ts'
import { createElsewhere, dateAhead, openEditor, signIn } from './support/event-editor.ts'
import { findTooWide } from './support/find-cut-texts.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openDialog, openPage } from './support/landing.ts'
import { enterLibrary } from './support/members.ts'

test.use({ showsRecordings: true })

const long = (letter: string) => letter.repeat(200)
const titles = { next: long('W'), future: long('M'), past: long('Q') }

/** Adds events with words longer than a line before the sample's. */
async function makeEvents(page: Page, own: Greenroom) {
  await signIn(page, own)
  const words = {
    speakerName: 'S'.repeat(120),
    speakerTitle: 'T'.repeat(120),
    description: long('D'),
    priority: -1,
  }
  const date = dateAhead()
  const next = await createElsewhere(page, own, {
    ...words,
    title: titles.next,
    status: 'upcoming',
    eventDate: date,
    eventTime: `${date}T18:00:00+02:00`,
    eventEndTime: `${date}T19:00:00+02:00`,
    dateConfirmed: true,
  })
  await createElsewhere(page, own, { ...words, title: titles.future })
  await createElsewhere(page, own, {
    ...words,
    title: titles.past,
    status: 'completed',
    eventDate: dateAhead(-3),
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
  })
  return next
}

test('no word is so long that it widens the page or a dialog, 320 px wide, nor a room of the admin area at its full width', async ({
  page,
  startOwn,
}) => {
  test.setTimeout(150_000)
  const narrow = { width: 320, height: 720 }
  await page.setViewportSize(narrow)
  const own = await startOwn({ RATE_LIMITS: 'off' })
  const next = await makeEvents(page, own)
  // A session with access would skip the dialogs.
  await page.request.post(`${own.url}/api/admin/logout`)
  const person = newPerson()
  async function expectRoom(place: string) {
    expect.soft(await findTooWide(page), place).toEqual([])
  }

  /** Checks a page on a narrow and a wide screen. */
  async function expectRoomOnBoth(place: string) {
    await expectRoom(`${place}, 320 px`)
    await page.setViewportSize({ width: 1440, height: 900 })
    // Forces a new layout for the other screen.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expectRoom(`${place}, wide`)
    await page.setViewportSize(narrow)
  }
  const close = () => page.keyboard.press('Escape')

  await test.step('on the landing page and in its dialogs', async () => {
    await openPage(page, own.url)
    await expectRoom('landing page')
    const card = page.getByRole('article', { name: titles.next })
    await card.getByRole('button', { name: 'Learn More' }).click()
    await openDialog(page, titles.next)
    await expectRoom('Learn More')
    await page.getByRole('button', { name: 'Register for This Event' }).click()
    const form = await openDialog(page, 'Register for Event')
    await expectRoom('Register for Event')
    await fillIn(form, person)
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(form).toBeHidden()
    await expectRoom('what follows a registration')
    await close()
    // At 320 px the toast covers buttons, and stays while it has hover.
    await page.mouse.move(0, 0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await page.getByRole('button', { name: titles.future }).click()
    const future = await openDialog(page, 'Future Event Registration')
    await expectRoom('Future Event Registration')
    await fillIn(future, { firstName: 'F'.repeat(120), email: `${'e'.repeat(60)}@example.com` })
    await future.getByRole('button', { name: 'Continue' }).click()
    await expect(future.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    await expectRoom('Notify Me')
    await close()
    const past = page.getByRole('article', { name: titles.past })
    await past.getByRole('button', { name: 'Watch Interview' }).click()
    const watch = await openDialog(page, 'Watch Interview')
    await expectRoom('Watch Interview')
    await watch.getByRole('button', { name: 'Register Instead' }).click()
    await expectRoom('Register & Watch')
  })

  await test.step('in the library', async () => {
    await enterLibrary(page, person.email, `${own.url}/members`)
    await expectRoom('library')
    const card = page.getByRole('article', { name: titles.past })
    await card.getByRole('button', { name: 'See more' }).click()
    await openDialog(page, titles.past)
    await expectRoom('description')
    await page.getByRole('dialog').getByRole('button', { name: 'Watch Interview' }).click()
    await expect(page.locator('iframe')).toBeVisible()
    await expectRoom('player')
  })

  await test.step('in the admin area', async () => {
    await openDashboard(page, own)
    await expectRoomOnBoth('dashboard')
    await page.getByRole('button', { name: 'Import Attendees' }).click()
    const dialog = await openDialog(page, 'Bulk Attendee Import')
    await dialog.getByRole('textbox').first().fill(`Ada,Lovelace,ada@example.com,${titles.next}`)
    await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible()
    await expectRoom('import')
    await close()
    for (const room of adminRooms) {
      await openRoom(page, own, room)
      await page.waitForLoadState('networkidle')
      await expectRoomOnBoth(room)
      if (room !== 'email/sent') continue
      const messages = page.getByRole('region', { name: 'Sent email' })
      await messages.getByRole('listitem').getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectRoom('message')
      await close()
    }
    await openEditor(page, own, next.id)
    await expectRoomOnBoth('editor')
  })
})
