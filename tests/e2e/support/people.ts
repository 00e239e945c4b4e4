import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { openRoom } from './admin-dashboard.ts'
import { expect } from './journey.ts'
import { newPerson, sampleTitles } from './landing.ts'

/** Registers a new person for the first event, or the named one. */
export async function register(
  page: Page,
  greenroom: Greenroom,
  fields = {},
  named = sampleTitles.first,
) {
  const events = await (await page.request.get(`${greenroom.url}/api/events/upcoming`)).json()
  const { id } = events.find(({ title }: { title: string }) => title === named)
  const person = { ...newPerson(), ...fields }
  const data = { ...person, receiveUpdates: true, eventIds: [id] }
  const answer = await page.request.post(`${greenroom.url}/api/register-multi-event`, { data })
  expect(answer.status()).toBe(200)
  return person
}

/** Opens a person's page by searching for the email. */
export async function openPerson(page: Page, greenroom: Greenroom, email: string) {
  await openRoom(page, greenroom, 'people')
  await page.getByLabel('Name, email or company').fill(email)
  await expect(page).toHaveURL(/search=/)
  const line = page.getByRole('listitem', { name: email })
  await line.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
}

export const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Requests a sign-in code on the visitor's own page. */
export async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
}
