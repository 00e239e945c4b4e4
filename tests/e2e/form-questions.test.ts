import type { Locator, Page } from '@playwright/test'
import { eventFields, inHours, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, fillIn, newPerson, waitForLife } from './support/landing.ts'

/** Adds a question in the open section of the admin area. */
async function addQuestion(
  page: Page,
  {
    label,
    kind,
    options,
    isRequired,
  }: Record<'label' | 'kind', string> & {
    options?: string
    isRequired?: boolean
  },
) {
  await page.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  await dialog.getByLabel('Question').fill(label)
  await dialog.getByLabel('Type of answer').selectOption(kind)
  if (options !== undefined) await dialog.getByLabel('Options').fill(options)
  if (isRequired) await dialog.getByLabel('Answer required').check()
  return dialog
}

/** Chooses the required answers in the registration form. */
async function chooseAnswers(form: Locator) {
  await form.getByRole('group', { name: 'Company size' }).getByLabel('More').check()
  await form.getByRole('group', { name: 'First time here?' }).getByLabel('No').check()
}

test('an organiser asks questions, visitors answer with and without scripts, and the answers are in the admin area', async ({
  page,
  startOwn,
  browser,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const own = await startOwn()
  await signIn(page, own)
  const made = await page.request.post(`${own.url}/api/admin/events`, {
    data: {
      ...eventFields,
      status: 'upcoming',
      eventTime: inHours(48),
      dateConfirmed: true,
      capacity: 2,
    },
  })
  const { id, slug } = (await made.json()) as { id: number; slug: string }
  const questions = page.getByRole('list', { name: 'Registration form questions' })

  await test.step('questions of the event and of every event', async () => {
    await page.goto(`${own.url}/admin/events/${id}/details`)
    const size = { label: 'Company size', kind: 'One of several options', isRequired: true }
    const dialog = await addQuestion(page, { ...size, options: '' })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByText('Please add an option')).toBeVisible()
    await dialog.getByLabel('Options').fill('1 to 10\nMore')
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectToast(page, { title: 'Question Added' })
    const hopes = await addQuestion(page, { label: 'Your hopes', kind: 'Long text' })
    await hopes.getByRole('button', { name: 'Add' }).click()
    await expect(questions.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Move up: Your hopes' }).click()
    await expect(questions.getByRole('listitem').first()).toContainText('Your hopes')
    await expect(page.getByRole('button', { name: 'Move down: Your hopes' })).toBeFocused()
    await expectNoAxeViolations(page)
    await page.goto(`${own.url}/admin/settings/events`)
    const first = { label: 'First time here?', kind: 'Yes or no', isRequired: true }
    await (await addQuestion(page, first)).getByRole('button', { name: 'Add' }).click()
    await expect(questions).toContainText('First time here?')
  })

  const address = `${own.url}/events/${slug}`
  await test.step('a visitor answers in the form', async () => {
    const pressed = Promise.withResolvers<void>()
    await page.route(/\/answer-fields/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto(address)
    await waitForLife(page)
    const form = page.locator('form[method="post"]')
    await fillIn(form, newPerson())
    const send = form.getByRole('button', { name: 'Register for Event' })
    await send.click()
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    pressed.resolve()
    await expect(form.getByText('Please answer this question')).toHaveCount(2)
    await expect(
      form.getByRole('group', { name: 'First time here?' }).getByLabel('Yes'),
    ).toBeFocused()
    await expectNoAxeViolations(page)
    await chooseAnswers(form)
    await expect(form.getByText('Please answer this question')).toHaveCount(0)
    await form.getByLabel('Your hopes').fill('To learn about pricing')
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  })

  await test.step('a visitor without scripts answers', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    const form = plain.locator('form[method="post"]')
    await fillIn(form, newPerson())
    await form.getByLabel('Your hopes').fill('Kept')
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(plain.getByText('Please answer this question')).toHaveCount(2)
    await expect(form.getByLabel('Your hopes')).toHaveValue('Kept')
    await chooseAnswers(form)
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(plain.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    await context.close()
  })

  await test.step('a visitor of the full event answers and joins its waiting list', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    const form = plain.locator('form[method="post"]')
    await fillIn(form, newPerson())
    await form.getByLabel('Your hopes').fill('Still a seat')
    await chooseAnswers(form)
    await form.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(plain.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
    await context.close()
  })

  await page.goto(`${own.url}/admin/events/${id}/people`)
  const registrants = page.getByRole('list', { name: 'Registrants, newest first' })
  await expect(registrants.getByText('To learn about pricing')).toBeVisible()
  await expect(registrants.getByText('Kept')).toBeVisible()
  await expect(registrants.getByText('More', { exact: true })).toHaveCount(2)
  const waiting = page.getByRole('list', { name: 'Waiting list, first in line first' })
  await expect(waiting.getByRole('definition')).toHaveText(['No', 'Still a seat', 'More'])
  await expectNoAxeViolations(page)
})

test('changes by another administrator are kept, and a visitor sees why an outdated answer is refused', async ({
  page,
  startOwn,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const own = await startOwn()
  await signIn(page, own)
  const made = await page.request.post(`${own.url}/api/admin/events`, {
    data: { ...eventFields, status: 'upcoming', eventTime: inHours(48), dateConfirmed: true },
  })
  const { id, slug } = (await made.json()) as { id: number; slug: string }
  const api = `${own.url}/api/admin/events/${id}/form-questions`
  const size = { kind: 'one', label: 'Company size', options: ['Small', 'Large'], isRequired: true }
  const other = { kind: 'short', label: 'Added meanwhile', isRequired: false }
  const [saved] = (await (await page.request.put(api, { data: [size] })).json()) as [object]

  await test.step('a list that another administrator changed meanwhile', async () => {
    await page.goto(`${own.url}/admin/events/${id}/details`)
    const dialog = await addQuestion(page, { label: 'Your hopes', kind: 'Long text' })
    await page.request.put(api, { data: [other, saved] })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expectToast(page, { title: 'Question Added' })
    const questions = page.getByRole('list', { name: 'Registration form questions' })
    await expect(questions.getByRole('listitem')).toHaveCount(3)
    const stored = (await (await page.request.get(api)).json()) as { label: string }[]
    expect(stored.map(({ label }) => label)).toEqual([
      'Added meanwhile',
      'Company size',
      'Your hopes',
    ])
  })

  await test.step('options that changed while the form was open', async () => {
    await page.goto(`${own.url}/events/${slug}`)
    await waitForLife(page)
    await page.request.put(api, { data: [{ ...saved, options: ['1 to 10', 'More'] }] })
    const form = page.locator('form[method="post"]')
    await fillIn(form, newPerson())
    await form.getByRole('group', { name: 'Company size' }).getByLabel('Large').check()
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(form.getByText('Please choose one of the options')).toBeVisible()
  })
})
