import type { Locator } from '@playwright/test'
import { newVisitor, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'
import { tabTo } from './support/tab-to.ts'

const captions = `WEBVTT

1
00:01:35.000 --> 00:01:39.000
Priya Raman-Holt: A price is a question.

2
00:01:40.000 --> 00:01:45.000
Lindiwe Hartmann: And who answers it?
`

test('with the keyboard alone a transcript is given, moved, opened to everybody, found and played', async ({
  page,
  browser,
  startOwn,
  expectConsoleError,
  youtube,
}) => {
  expectConsoleError(/400/)
  const own = await startOwn()
  await signIn(page, own)
  const events = await (await page.request.get(`${own.url}/api/events`)).json()
  const event = events.find(({ title }: { title: string }) => title === 'Pricing is a conversation')
  await page.goto(`${own.url}/admin/events/${event.id}/recording`)
  const editor = page.getByRole('form', { name: 'Recording' })
  async function press(name: string) {
    await tabTo(editor.getByRole('button', { name }))
    await page.keyboard.press('Enter')
  }
  async function paste(text: string) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }

  await tabTo(editor.getByLabel('Transcript', { exact: true }))
  await paste('nothing with a time')
  await expect(editor.getByText('This is not a transcript')).toBeVisible()
  await paste(captions)
  await expect(editor.getByText('Speakers: Priya Raman-Holt, Lindiwe Hartmann')).toBeVisible()
  await tabTo(editor.getByLabel('Language'))
  await page.keyboard.type('Germ')
  await expect(editor.getByText('2 lines, 1.8 minutes, language: German')).toBeVisible()
  await tabTo(editor.getByLabel('Shift all times (seconds)'))
  await paste('-90')
  await expect(editor.getByText('0:05', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await tabTo(editor.getByLabel('Chapters'))
  await paste('00:00 Questions\n00:10 Answers')
  // One save for all of it.
  await press('Save changes')
  await expectToast(page, { title: 'Event Saved' })
  await expect(editor.getByText('2 lines, 0.3 minutes, language: German')).toBeVisible()
  await tabTo(editor.getByLabel('Language'))
  await page.keyboard.type('Engl')
  await press('Save changes')
  await expect(editor.getByText('2 lines, 0.3 minutes, language: English')).toBeVisible()
  const visitor = await newVisitor(browser)
  await visitor.goto(`${own.url}/events/${event.slug}`)
  await expect(visitor.getByText('Questions')).toBeVisible()
  await expect(visitor.getByText('A price is a question.')).toBeHidden()

  const everybody = editor.getByLabel('Show the transcript to all visitors on the event page')
  await tabTo(everybody)
  await page.keyboard.press('Space')
  await expect(everybody).toBeChecked()
  await press('Save changes')
  await expect(editor.getByText('Everything is saved')).toBeVisible()
  await expect
    .poll(async () => {
      await visitor.reload()
      return visitor.getByText('A price is a question.').isVisible()
    })
    .toBe(true)
  await expectNoAxeViolations(visitor)
  // A long transcript must be below the actions.
  const before = visitor.getByText('Watch Interview', { exact: true })
  await visitor.setViewportSize({ width: 360, height: 740 })
  const top = async (part: Locator) => (await part.boundingBox())!.y
  expect(await top(before)).toBeLessThan(await top(visitor.getByText('A price is a question.')))

  const email = 'keys.only@example.com'
  const person = { firstName: 'Keys', lastName: 'Only', email }
  await page.request.post(`${own.url}/api/register-multi-event`, { data: person })
  const status = youtube.player(visitor).getByRole('status')
  await tabTo(visitor.getByRole('link', { name: 'Watch from 0:10' }))
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(`${own.url}/members?watch=${event.id}&t=10`)
  await tabTo(visitor.getByLabel('Email'))
  await visitor.keyboard.type(email)
  await visitor.keyboard.press('Enter')
  await expect(status).toHaveText(/at 1\d$/)
  await visitor.keyboard.press('Escape')
  await expect(visitor.getByRole('dialog')).toBeHidden()
  await tabTo(visitor.getByRole('searchbox', { name: 'Search interviews' }))
  await visitor.keyboard.type('price question')
  const moment = visitor.getByRole('button', { name: /^0:05.*A price is a question\.$/ })
  await expect(moment).toBeVisible()
  await tabTo(moment)
  await visitor.keyboard.press('Enter')
  await expect(status).toHaveText(/at [56]$/)
})
