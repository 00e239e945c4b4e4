import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Titles of the sample series: content/sample/series.json. */
export const sampleTitles = {
  first: 'The last mile comes first',
  second: 'Two exits and a bakery',
  future: 'The patience of deep tech',
  withRecording: 'Pricing is a conversation',
  withoutRecording: 'Letting go of the map',
}

export type Person = { firstName: string; lastName: string; email: string }

/** Returns a new person, because journeys share a server. */
export function newPerson(): Person {
  return {
    firstName: 'Thandi',
    lastName: 'Nkosi',
    email: `thandi.${crypto.randomUUID().slice(0, 12)}@example.com`,
  }
}

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path = '/') {
  const response = await page.goto(path)
  await waitForLife(page)
  return response
}

/** Waits until React has hydrated the selector's element; parts of a page are hydrated later. */
export async function waitForLife(page: Page, selector = 'main') {
  await page.waitForFunction(
    (named) =>
      Object.keys(document.querySelector(named) ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ),
    selector,
  )
}

export async function fillIn(dialog: Locator, person: Partial<Person>) {
  const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email' } as const
  for (const [name, label] of Object.entries(labels)) {
    const value = person[name as keyof Person]
    if (value !== undefined) await dialog.getByLabel(label).fill(value)
  }
}

export async function openRegisterDialog(page: Page, title = sampleTitles.first) {
  const card = page.getByRole('article', { name: title })
  await card.getByRole('button', { name: 'Register Now' }).click()
  return openDialog(page, 'Register for Event')
}

export async function openWatchDialog(page: Page, title = sampleTitles.withRecording) {
  const card = page.getByRole('article', { name: title })
  await card.getByRole('button', { name: 'Watch Interview' }).click()
  return openDialog(page, 'Watch Interview')
}

export async function openFutureDialog(page: Page, title = sampleTitles.future) {
  await page.getByRole('button', { name: title }).click()
  return openDialog(page, 'Future Event Registration')
}

export async function openDialog(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Checks the visible toast: title, text and variant. */
export async function expectToast(
  page: Page,
  { title, text, variant = 'default' }: { title: string; text?: string | RegExp; variant?: string },
) {
  const toast = page.locator('[data-toast]')
  await expect(toast).toHaveCount(1)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text !== undefined) {
    await expect(toast.getByText(text, { exact: typeof text === 'string' })).toBeVisible()
  }
  await expect(toast).toHaveAttribute('data-toast', variant)
  return toast
}

/** Closes the toast, so that the next one is not confused with it. */
export async function dismissToast(page: Page) {
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
}

/** Registers a person through the API, as from another browser. */
export async function registerElsewhere(page: Page, person: Person, eventIds: number[] = []) {
  const response = await page.request.post('/api/register-multi-event', {
    data: { ...person, eventIds },
  })
  expect(response.status()).toBe(200)
}

export async function findEvent(page: Page, title: string) {
  const events = await (await page.request.get('/api/events')).json()
  return events.find((event: { title: string }) => event.title === title) as {
    id: number
    title: string
    eventTime: string
  }
}

/** Causes an error toast above an open dialog. */
export async function failOverDialog(page: Page) {
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await dialog.getByLabel('Email').fill(newPerson().email)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await expectToast(page, {
    title: "Sorry, we couldn't find that email",
    variant: 'destructive',
  })
  return dialog
}
