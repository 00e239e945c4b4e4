import type { Locator } from '@playwright/test'
import { createElsewhere, dateAhead, openEditor, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

const halfDate = 'Enter the whole date, or clear the field'
const halfTime = 'Enter hours and minutes, or clear the field'

/** Clears the first part of a date or time, or types only that part. */
async function typeHalf(field: Locator, keys = 'Backspace') {
  await field.focus()
  await field.press(keys)
  await expect(field).toHaveJSProperty('validity.badInput', true)
}

test('a half-typed date or time is refused at its field, and erases nothing', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const eventDate = dateAhead()
  const stored = {
    eventDate,
    eventTime: `${eventDate}T16:00:00Z`,
    eventEndTime: `${eventDate}T17:00:00Z`,
  }
  const { id } = await createElsewhere(page, own, { status: 'upcoming', ...stored })
  const form = await openEditor(page, own, id)
  const save = form.getByRole('button', { name: 'Save changes' })
  const date = form.getByLabel('Date', { exact: true })

  await test.step('a stored date of which a part was cleared', async () => {
    await typeHalf(date)
    await date.blur()
    await expect(date).toHaveAccessibleDescription(new RegExp(halfDate))
    await expect(form.getByText('Everything is saved')).toHaveCount(0)
    await save.click()
    await expect(date).toBeFocused()
    await expect(form.getByText('1 field has a mistake')).toBeVisible()
    await expectNoAxeViolationsFromTop(page)
    const events = (await (await page.request.get(`${own.url}/api/events`)).json()) as {
      id: number
      eventTime: string
    }[]
    const row = events.find((event) => event.id === id)!
    expect(new Date(row.eventTime)).toEqual(new Date(stored.eventTime))
  })

  await test.step('a time, and a moment of publishing, with nothing stored', async () => {
    await date.fill(dateAhead())
    await form.getByLabel('End (CAT)').fill('')
    await save.click()
    await expectToast(page, { title: 'Event Saved' })
    await typeHalf(form.getByLabel('End (CAT)'), '2')
    await save.click()
    await expect(form.getByText(halfTime)).toBeVisible()
    await form.getByLabel('End (CAT)').fill('20:00')
    await form.getByRole('radio', { name: 'Scheduled' }).check()
    await typeHalf(form.getByLabel('Publish on'), '2')
    await save.click()
    await expect(form.getByText(halfDate)).toBeVisible()
  })

  await test.step('a new event', async () => {
    await form.getByRole('radio', { name: 'Published' }).check()
    await save.click()
    await expectToast(page, { title: 'Event Saved' })
    await page.goto(`${own.url}/admin/events/new`)
    const fresh = page.getByRole('form', { name: 'Create event' })
    await typeHalf(fresh.getByLabel('Date', { exact: true }), '2')
    await fresh.getByRole('button', { name: 'Create event' }).click()
    await expect(fresh.getByText(halfDate)).toBeVisible()
  })
})
