import { createWithAnswerLinks } from './support/answer-links.ts'
import { eventFields, signIn } from './support/event-editor.ts'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { waitForLife } from './support/landing.ts'

test('only a press stores an answer: one with scripts, two without, and none of a scanner', async ({
  page,
  browser,
  startOwn,
}) => {
  test.setTimeout(180_000)
  const own = await startOwn()
  await signIn(page, own)
  const { id, links } = await createWithAnswerLinks(page, own, ['zola', 'sipho'])
  const [zola, sipho] = links
  await signIn(page, own)
  const answers = async () => {
    const reply = await page.request.get(`${own.url}/api/admin/events/${id}/answers`)
    return (await reply.json()) as { opened: number; answered: number; answers: object[] }
  }

  // A scanner: HEAD and GET, and scripts that click and submit without a press.
  await page.request.head(`${zola}?value=1`)
  await page.request.get(`${zola}?value=1`)
  await page.goto(`${zola}?value=2`)
  await waitForLife(page)
  await expect(page.getByRole('radio', { name: 'Mostly' })).toBeChecked()
  await expectNoAxeViolationsFromTop(page)
  await expect.poll(async () => (await answers()).opened, { timeout: 20_000 }).toBe(1)
  const send = page.getByRole('button', { name: 'Send answer' })
  await send.evaluate((button: HTMLButtonElement) => button.click())
  await page.evaluate(() => document.querySelector('form')!.requestSubmit())
  await page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector('form')))
  await expect(page.getByRole('heading', { name: 'Confirm your answer' })).toBeVisible()
  await waitForLife(page)
  const confirm = page.getByRole('button', { name: 'Confirm your answer' })
  await confirm.evaluate((button: HTMLButtonElement) => button.click())
  expect(await page.evaluate(() => document.querySelectorAll('form').length)).toBe(0)
  await expectNoAxeViolationsFromTop(page)
  expect(await answers()).toMatchObject({ answered: 0 })

  // A person opens the link, presses, and changes the answer.
  await page.goto(`${zola}?value=2`)
  await waitForLife(page)
  await page.getByLabel('Comment').fill('More about pricing, please.')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Thank you for your answer' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await page.getByRole('button', { name: 'Change answer' }).click()
  await page.getByRole('radio', { name: 'Yes, very much' }).check()
  await send.click()
  await expect(page.getByText('Yes, very much')).toBeVisible()
  expect(await answers()).toMatchObject({
    answered: 1,
    answers: [{ value: 1, text: 'More about pricing, please.' }],
  })

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${sipho}?value=4`)
  await plain.getByLabel('Comment').fill('Too "long" & <dry>.')
  await plain.getByRole('button', { name: 'Send answer' }).click()
  await expect(plain.getByRole('heading', { name: 'Confirm your answer' })).toBeVisible()
  expect(await answers()).toMatchObject({ answered: 1 })
  await plain.getByRole('button', { name: 'Confirm your answer' }).click()
  await expect(plain.getByRole('heading', { name: 'Thank you for your answer' })).toBeVisible()
  expect(await answers()).toMatchObject({
    answered: 2,
    answers: [{ value: 4, text: 'Too "long" & <dry>.' }, {}],
  })
  await context.close()

  await page.goto(`${own.url}/admin/events/${id}/results`)
  const listed = page.getByRole('region', { name: 'Was it worth your time?' })
  await expect(listed.getByText('More about pricing, please.')).toBeVisible()
  await listed.getByText('Show people').first().click()
  await expect(listed.getByRole('link', { name: 'zola@example.com' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await page.goto(`${own.url}/admin/statistics`)
  await expect(page.getByRole('heading', { name: 'Answers after events' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
})

test('the organiser switches the question on, words it, and leaves it out on the checklist', async ({
  page,
  startOwn,
}) => {
  const own = await startOwn()
  await signIn(page, own)
  const eventDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const created = await page.request.post(`${own.url}/api/admin/events`, {
    data: { ...eventFields, eventDate, status: 'upcoming' },
  })
  const { id } = (await created.json()) as { id: number }
  await page.goto(`${own.url}/admin/settings/events`)
  const form = page.getByRole('form', { name: 'Question after an event' })
  await form.getByLabel('Send the question').check()
  await form.getByRole('textbox', { name: 'Question' }).fill('Would you come again?')
  await form.getByRole('button', { name: 'Remove answer 4' }).click()
  await form.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText('Question Saved').first()).toBeVisible()
  await expectNoAxeViolationsFromTop(page)

  await page.goto(`${own.url}/admin/events/${id}`)
  await page.locator('summary', { hasText: 'After the event' }).click()
  const step = page.getByRole('listitem', { name: 'Question to attendees' })
  await step.getByRole('button', { name: 'Not this time' }).click()
  await expect(step).toContainText('No question is sent after this event.')
  await expectNoAxeViolationsFromTop(page)
  await page.goto(`${own.url}/admin/events/${id}/email`)
  await expect(page.getByText('No question after this event.')).toBeVisible()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByRole('button', { name: 'Edit question' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minutes after the end').fill('90')
  await expectNoAxeViolationsFromTop(page)
  await dialog.getByRole('button', { name: 'Save question' }).click()
  await expect(
    page.getByText('90 minutes after the end, attendees are asked: “Would you come again?”'),
  ).toBeVisible()
})
