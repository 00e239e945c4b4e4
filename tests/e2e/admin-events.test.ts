import type { Page } from '@playwright/test'
import {
  dateAhead,
  eventFields,
  newVisitor,
  openEventList,
  signIn,
  visit,
} from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'
import { logIn, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

async function save(page: Page, title = 'Event Saved') {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, { title })
  await expect(page.getByText('Everything is saved')).toBeVisible()
}

test('an event goes from its creation to its recording, and visitors and members see each step', async ({
  page,
  browser,
  startOwn,
}) => {
  const own = await startOwn()
  const { title } = eventFields
  await signIn(page, own)
  const visitor = await newVisitor(browser)
  const member = await newVisitor(browser)

  await test.step('the sample series goes in one press', async () => {
    const list = await openEventList(page, own)
    await expect(list.getByRole('article').first()).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await list.getByRole('button', { name: 'Remove sample content' }).click()
    const dialog = await openDialog(page, 'Remove the sample content?')
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByRole('button', { name: 'Remove sample content' }).click()
    await expectToast(page, { title: 'Sample Content Removed' })
    await expect(list.getByText('No events yet.')).toBeVisible()
    await visit(visitor, own)
    await expect(visitor.getByRole('heading', { name: 'Previous Interviews' })).toHaveCount(0)
  })

  await test.step('created, it stands under Future Events', async () => {
    await page.getByRole('link', { name: 'Create event' }).click()
    const form = page.getByRole('form', { name: 'Create event' })
    await form.getByRole('button', { name: 'Create event' }).click()
    await expect(form.getByText('Speaker name is required')).toBeVisible()
    await expect(form.getByText('4 fields have mistakes')).toBeVisible()
    await expect(form.getByLabel('Speaker name')).toBeFocused()
    await expectNoAxeViolationsFromTop(page)
    await form.getByLabel('Title', { exact: true }).fill(title)
    await form.getByLabel('Speaker name').fill(eventFields.speakerName)
    await form.getByLabel('Speaker title').fill(eventFields.speakerTitle)
    await form.getByLabel('Description').fill(eventFields.description)
    await form.getByRole('textbox', { name: 'Banner image' }).fill(eventFields.bannerImage)
    await form.getByRole('button', { name: 'Create event' }).click()
    await expectToast(page, { title: 'Event Created', text: title })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect(page).toHaveURL(/\/admin\/events\/\d+\/details$/)
    await expectNoAxeViolationsFromTop(page)
    await visit(visitor, own)
    const future = visitor.getByRole('region', { name: 'Future Events' })
    await expect(future.getByRole('button', { name: title })).toBeVisible()
  })

  await test.step('somebody pre-registers, and the library is empty for them', async () => {
    const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
    const events = await (await member.request.get(`${own.url}/api/events`)).json()
    const answer = await member.request.post(`${own.url}/api/register-multi-event`, {
      data: { ...person, eventIds: [events[0].id] },
    })
    expect(answer.status()).toBe(200)
    await openLoginCard(member, `${own.url}/members`)
    await logIn(member, person.email)
    await expect(member.getByText('No Videos Available')).toBeVisible()
  })

  await test.step('with a date it opens for registration, after saying who is told', async () => {
    const date = dateAhead()
    await page.getByLabel('Date', { exact: true }).fill(date)
    await page.getByLabel('Start (CAT)').fill('18:00')
    await page.getByLabel('End (CAT)').fill('17:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('The end must be after the start')).toBeVisible()
    await page.getByLabel('End (CAT)').fill('19:00')
    await expect(page.getByText('The end must be after the start')).toBeHidden()
    await expect(page.getByText('18:00-19:00 CAT').first()).toBeVisible()
    await expect(page.getByText(/16:00.*17:00 UTC · in your time zone: .*New York/)).toBeVisible()
    await page.getByLabel('Date confirmed').check()
    await expect(page.getByRole('button', { name: 'Open registration' })).toBeDisabled()
    await save(page)
    await page.getByRole('button', { name: 'Open registration' }).click()
    const dialog = await openDialog(page, 'Open registration?')
    await expect(
      dialog.getByText('1 pre-registered person gets an email with the date'),
    ).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByRole('button', { name: 'Open registration' }).click()
    await expectToast(page, { title: 'Registration Is Open', text: title })
    await expect(
      page.getByText('No meeting link yet: join links will not work.').first(),
    ).toBeVisible()
    await visit(visitor, own)
    const card = visitor.getByRole('article', { name: title })
    await expect(card.getByText('18:00-19:00 CAT')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Register Now' })).toBeVisible()
  })

  await test.step('completed, it waits for its recording', async () => {
    const list = await openEventList(page, own)
    const row = list.getByRole('article', { name: title })
    await expect(row.getByText('1 registration', { exact: true })).toBeVisible()
    // Ten days before the start, completing the event is not offered.
    await expect(row.getByRole('button', { name: 'Mark as completed' })).toHaveCount(0)
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    const dialog = await openDialog(page, 'Mark as completed?')
    await expect(dialog.getByText("Visitors see 'Recording Coming Soon'")).toBeVisible()
    await dialog.getByRole('button', { name: 'Mark as completed' }).click()
    await expectToast(page, { title: 'Event Completed', text: title })
    await expect(row.getByRole('link', { name: 'Add the recording' })).toBeVisible()
    await expect(row.getByRole('heading', { name: title })).toBeFocused()
    await visit(visitor, own)
    const card = visitor.getByRole('article', { name: title })
    await expect(card.getByText('Recording Coming Soon')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Recording Processing' })).toBeDisabled()
  })

  await test.step('among the previous interviews, the banner replaces a missing feature image', async () => {
    const card = visitor
      .getByRole('region', { name: 'Previous Interviews' })
      .getByRole('article', { name: title })
    // Without the version that the server adds.
    const picture = async () => (await card.locator('img').getAttribute('src'))?.split('?')[0]
    await expect.poll(picture).toBe(eventFields.bannerImage)
    await page.getByRole('article', { name: title }).getByRole('link', { name: title }).click()
    const feature = page.getByRole('textbox', { name: 'Feature image' })
    await page.getByRole('link', { name: 'Details', exact: true }).click()
    await expect(feature).toHaveValue('')
    await feature.fill(eventFields.featureImage)
    await save(page)
    await visit(visitor, own)
    await expect.poll(picture).toBe(eventFields.featureImage)
    await openEventList(page, own)
  })

  await test.step('a recording link is validated while it is typed, and shows nothing before release', async () => {
    await page.getByRole('link', { name: 'Add the recording' }).click()
    const field = page.getByLabel('Recording link')
    await expect(field).toBeFocused()
    await field.pressSequentially('https://evil-youtube.com/watch?v=aqz-KE-bpKQ')
    await expect(page.getByText('No YouTube video was found in this link.')).toBeVisible()
    await field.fill('https://youtu.be/aqz-KE-bpKQ')
    await expect(page.getByText('YouTube video aqz-KE-bpKQ')).toBeVisible()
    await save(page)
    await visit(visitor, own)
    await expect(visitor.getByText('Recording Coming Soon')).toBeVisible()
    await member.reload()
    await expect(member.getByText('No Videos Available')).toBeVisible()
  })

  await test.step('everyone with access can watch a released recording', async () => {
    await page.getByLabel('Release the recording to members').check()
    await save(page)
    await expectNoAxeViolationsFromTop(page)
    await visit(visitor, own)
    const card = visitor.getByRole('article', { name: title })
    await expect(card.getByRole('button', { name: 'Watch Interview' })).toBeVisible()
    await member.reload()
    await member
      .getByRole('article', { name: title })
      .getByRole('button', { name: 'Watch Interview' })
      .click()
    await expect(member.getByRole('dialog', { name: title })).toBeVisible()
  })
  await visitor.context().close()
  await member.context().close()
})
