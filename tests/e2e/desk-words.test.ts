import { newVisitor, openEditor, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast } from './support/landing.ts'

const captions = `WEBVTT

1
00:01:35.000 --> 00:01:39.000
Priya Raman-Holt: A price is a question.

2
00:01:40.000 --> 00:01:45.000
Lindiwe Hartmann: And who answers it?
`

test('a transcript is given, moved and opened to everybody, and stands on the event page', async ({
  page,
  browser,
  startOwn,
  expectConsoleError,
}) => {
  expectConsoleError(/400/)
  const own = await startOwn()
  await signIn(page, own)
  const events = await (await page.request.get(`${own.url}/api/events`)).json()
  const event = events.find(({ title }: { title: string }) => title === 'Pricing is a conversation')
  await openEditor(page, own, event.id)
  const desk = page.getByRole('region', { name: 'What is said' })

  await desk.getByLabel('Transcript', { exact: true }).fill('nothing with a time')
  await expect(desk.getByText('No line of this can be read')).toBeVisible()
  await desk.getByLabel('Transcript', { exact: true }).fill(captions)
  await expect(desk.getByText('Speakers: Priya Raman-Holt, Lindiwe Hartmann')).toBeVisible()
  await desk.getByLabel('Move all lines, in seconds').fill('-90')
  await expect(desk.getByText('0:05', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await desk.getByRole('button', { name: 'Show it to members' }).click()
  await expectToast(page, { title: 'Transcript saved' })

  await desk.getByLabel('Chapters').fill('00:00 Questions\n00:10 Answers')
  await desk.getByRole('button', { name: 'Save chapters' }).click()
  await expectToast(page, { title: 'Chapters saved' })
  const visitor = await newVisitor(browser)
  await visitor.goto(`${own.url}/events/${event.slug}`)
  await expect(visitor.getByText('Questions')).toBeVisible()
  await expect(visitor.getByText('A price is a question.')).toBeHidden()

  // Its state is that of the answer: a press is not yet a check.
  await desk.getByLabel("Show it to everybody on the event's page").click()
  await expect(desk.getByLabel("Show it to everybody on the event's page")).toBeChecked()
  await expect
    .poll(async () => {
      await visitor.reload()
      return visitor.getByText('A price is a question.').isVisible()
    })
    .toBe(true)
  await expectNoAxeViolations(visitor)
  await visitor.getByRole('link', { name: 'Watch from 0:10' }).click()
  await expect(visitor).toHaveURL(`${own.url}/members?watch=${event.id}&t=10`)
  await expect(visitor.getByLabel('Email')).toBeVisible()
})
