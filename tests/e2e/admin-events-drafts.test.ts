import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import {
  createElsewhere,
  dateAhead,
  eventFields,
  newVisitor,
  openEventList,
  signIn,
} from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, openDialog } from './support/landing.ts'

test('a copied event stays a draft until it is published, and the lists are downloaded as they are shown', async ({
  page,
  browser,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const title = 'Harbour lights'
  await createElsewhere(page, own, {
    status: 'upcoming',
    eventTime: `${dateAhead(3)}T16:00:00Z`,
    dateConfirmed: true,
  })
  const visitor = await newVisitor(browser)
  const copyPath = `${own.url}/events/harbour-lights-2`
  const seen = async () => (await visitor.request.get(copyPath)).status()

  await test.step('copied on a narrow telephone, it is a draft that nobody else sees', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    const list = await openEventList(page, own)
    await list
      .getByRole('article', { name: title })
      .getByRole('button', { name: 'Duplicate' })
      .last()
      .click()
    const dialog = await openDialog(page, 'Duplicate event')
    await expect(dialog.getByLabel('Date')).not.toHaveValue('')
    await dialog.getByLabel('Date').fill('2098-12-25')
    await expect(dialog.getByText('Many people are away on this day: Christmas Day.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await expect(dialog.getByText('Speaker name is required')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByLabel('Speaker name').fill(eventFields.speakerName)
    await dialog.getByLabel('Speaker title').fill(eventFields.speakerTitle)
    await dialog.getByLabel('Title', { exact: true }).fill(title)
    await dialog.getByLabel('Date').fill('2098-12-11')
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await expectToast(page, { title: 'Event duplicated' })
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    // The form, too, has the text: the label of a radio button.
    const header = page.getByRole('main').locator('header')
    await expect(header.getByText('Draft', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Page address once published: /events/harbour-lights-2'),
    ).toBeVisible()
    await page.getByRole('textbox', { name: 'Banner image' }).fill(eventFields.bannerImage)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, { title: 'Event Saved' })
    await expect(page.getByRole('radio', { name: 'Draft' })).toBeChecked()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectNoAxeViolationsFromTop(page)
    expect(await seen()).toBe(404)
  })

  await test.step('it is given a moment, which the list says', async () => {
    const form = page.getByRole('form', { name: 'Edit event' })
    await form.getByRole('radio', { name: 'Scheduled' }).check()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Choose a date')).toBeVisible()
    await form.getByLabel('Publish on').fill('2020-02-02')
    await form.getByLabel('Publish at (CAT)').fill('18:00')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      form.getByText('This time is in the past. Choose a later time, or “Published”.'),
    ).toBeVisible()
    await form.getByLabel('Publish on').fill('2098-12-03')
    await form.getByRole('button', { name: 'Save changes' }).click()
    // The toast may be that of the save before.
    await expect(form.getByText('Everything is saved')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    const list = await openEventList(page, own)
    await expect(list.getByText('Scheduled for 3 Dec 2098, 18:00')).toBeVisible()
    expect(await seen()).toBe(404)
  })

  await test.step('published by a press, it is there', async () => {
    const list = await openEventList(page, own)
    await list.getByRole('button', { name: 'Publish' }).click()
    const dialog = await openDialog(page, 'Publish this event?')
    await expect(
      dialog.getByText('The event appears immediately under Upcoming Events'),
    ).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, { title: 'Event Published' })
    expect(await seen()).toBe(200)
  })

  await test.step('the list finds events by guest, status and year', async () => {
    const list = await openEventList(page, own)
    const rows = list.getByRole('article')
    await list.getByLabel('Title or guest').fill('amara obi')
    await expect(rows).toHaveCount(2)
    await list.getByLabel('Status').selectOption('Completed')
    await expect(list.getByText('No events match.')).toBeVisible()
    await list.getByLabel('Status').selectOption('All statuses')
    await list.getByLabel('Year').selectOption({ index: 1 })
    await expectNoAxeViolationsFromTop(page)
    await list.getByLabel('Title or guest').fill('')
    await list.getByLabel('Year').selectOption('All years')
    await list.getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await openEventList(page, own)
  })

  async function readFileOf(name: string) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: new RegExp(`^Download as CSV ?: ${name}$`) }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFF"')).toBe(true)
    return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
      .data
  }

  await test.step('the list of events and the log as it is filtered are files', async () => {
    const events = await readFileOf('events')
    expect(events.filter((row) => row['Title'] === title).map((row) => row['Publishing'])).toEqual([
      'Published',
      'Published',
    ])
    // More matches than the first page shows, and nothing else.
    for (let number = 0; number < 25; number++) {
      await createElsewhere(page, own, { title: `=Salt ${number}`, publishAt: 'draft' })
    }
    await page.goto(`${own.url}/admin/settings/log?action=event_created`)
    await expect(page.getByRole('button', { name: 'Show older entries' })).toBeVisible()
    const acts = await readFileOf('audit log')
    expect(acts).toHaveLength(27)
    expect(new Set(acts.map((row) => row['Action']))).toEqual(new Set(['Event created']))
    expect(acts[0]!['What']).toBe('Created the event =Salt 24.')
    expect(acts[0]!['At']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })
})
