import type { Page } from '@playwright/test'
import { createElsewhere, removeElsewhere, inHours, signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openPage } from './support/landing.ts'
import { enterLibrary, expectLibrary, newMember, watchInterview } from './support/members.ts'

test.use({ showsRecordings: true })

async function add(page: Page, kind: 'link' | 'file', fields: { title: string; to: string }) {
  await page.getByRole('button', { name: `Add ${kind}` }).click()
  const dialog = page.getByRole('dialog', { name: `Add ${kind}` })
  if (kind === 'file') {
    const file = { name: 'slides.pdf', mimeType: 'text/html', buffer: Buffer.from('%PDF-1.7') }
    await dialog.getByLabel('File').setInputFiles(file)
  } else {
    await dialog.getByLabel('Link').fill('http://example.org/notes')
  }
  await dialog.getByLabel('Title').fill(fields.title)
  await dialog.getByLabel('Visible to').selectOption(fields.to)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: `Add ${kind}` }).click()
  if (kind === 'link') {
    await expect(dialog.getByText('Link must begin with https:// or mailto:')).toBeVisible()
    await dialog.getByLabel('Link').fill('https://example.org/notes')
    await dialog.getByRole('button', { name: `Add ${kind}` }).click()
  }
  await expect(dialog).toBeHidden()
}

test('an organiser adds slides and a link, which visitors, registrants and members find where they belong', async ({
  page,
  request,
  greenroom,
  youtube,
  expectConsoleError,
}) => {
  // Browsers log the error status of the refused link.
  expectConsoleError(/status of 400/)
  await signIn(page, greenroom)
  const over = {
    title: 'Slides for all',
    status: 'completed',
    eventTime: inHours(-30),
    eventEndTime: inHours(-29),
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
  }
  const { id } = await createElsewhere(page, greenroom, over)

  await test.step('on the tabs Recording and Details', async () => {
    await openPage(page, `/admin/events/${id}/recording`)
    await page.getByRole('textbox', { name: 'Show notes' }).fill('0:30 The *book* of Amara')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, { title: 'Event Saved', text: 'Slides for all' })
    await page.getByRole('link', { name: 'Details › Materials' }).click()
    await expect(page.getByRole('heading', { name: 'Materials' })).toBeFocused()
    await expect(page.getByText('No slides, files or links yet.')).toBeVisible()
    await add(page, 'file', { title: 'Slides', to: 'Everybody' })
    await expectToast(page, { title: 'File Added', text: 'Slides' })
    await add(page, 'link', { title: 'Notes for members', to: 'Library members' })
    const list = page.getByRole('list', { name: 'Materials' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectNoAxeViolationsFromTop(page)
  })

  await page.context().clearCookies()
  await test.step("on the event's page", async () => {
    await openPage(page, '/events/slides-for-all')
    const section = page.getByRole('region', { name: 'Materials' })
    await expect(section.getByRole('link', { name: 'Slides' })).toBeVisible()
    await expect(section.getByText('Registrants and library members can see more')).toBeVisible()
    await expectNoAxeViolations(page)
    const notes = page.getByRole('region', { name: 'Show notes' })
    await expect(notes.getByRole('link', { name: '0:30' })).toHaveAttribute(
      'href',
      `/members?watch=${id}&t=30`,
    )
    const file = await section.getByRole('link', { name: 'Slides' }).getAttribute('href')
    const answer = await page.request.get(file!)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })

  await test.step('beside the player, for a member', async () => {
    await enterLibrary(page, await newMember(request))
    await openPage(page, '/events/slides-for-all')
    await expect(page.getByRole('link', { name: 'Notes for members' })).toBeVisible()
    await page.goto('/members')
    await expectLibrary(page)
    const dialog = await watchInterview(page, 'Slides for all')
    await expect(dialog.getByRole('link', { name: 'Notes for members' })).toBeVisible()
    await dialog.getByRole('link', { name: '0:30' }).click()
    await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at 3\d$/)
    await expectNoAxeViolations(page)
  })

  await test.step('and deletes the slides', async () => {
    await signIn(page, greenroom)
    await openPage(page, `/admin/events/${id}/details`)
    await page.getByRole('button', { name: 'Delete Slides' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
    await expectToast(page, { title: 'File Deleted', text: 'Slides' })
    await openPage(page, '/events/slides-for-all')
    await expect(page.getByRole('link', { name: 'Slides' })).toHaveCount(0)
    // Other journeys count the recordings of this server.
    await removeElsewhere(page, greenroom, id)
  })
})
