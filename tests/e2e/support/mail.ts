import { request, type APIRequestContext, type Page } from '@playwright/test'
import type { z } from 'zod'
import type * as mails from '#features/mails/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expectNoAxeViolations } from './expect-no-axe-violations.ts'
import { expect } from './journey.ts'
import { waitForLife } from './landing.ts'

type OutboxEntries = z.output<(typeof mails.listOutboxEntries)['reply']>
type OutboxEntry = z.output<(typeof mails.readOutboxEntry)['reply']>

/** Returns a client for administrator calls with its own session. */
export async function callAsAdmin(greenroom: Greenroom) {
  const calls = await request.newContext({ baseURL: greenroom.url })
  const { adminUsername: username, adminPassword: password } = greenroom
  const login = await calls.post('/api/admin/login', { data: { username, password } })
  expect(login.status()).toBe(200)
  return calls
}

/** Waits for a mail of a kind to an address. Journeys have no mail server, so mails are stored only. */
export async function readMail(greenroom: Greenroom, email: string, kind: MailKind) {
  const calls = await callAsAdmin(greenroom)
  const list = `/api/admin/messages?email=${encodeURIComponent(email)}&state=kept`
  let id: number | undefined
  await expect
    .poll(
      async () => {
        const { deliveries: outboxEntries } = (await (
          await calls.get(list)
        ).json()) as OutboxEntries
        id = outboxEntries.find((outboxEntry) => outboxEntry.kind === kind)?.id
        return id
      },
      { message: `a mail ${kind} to ${email}`, timeout: 90_000 },
    )
    .toBeDefined()
  const { kept } = (await (await calls.get(`/api/admin/messages/${id}`)).json()) as OutboxEntry
  await calls.dispose()
  return kept!
}

/** Sends the mails that saving an event delays for two minutes. */
export async function sendHeldMails(calls: APIRequestContext) {
  const held = (await (await calls.get('/api/admin/held-mails')).json()) as { id: number }[]
  for (const { id } of held) {
    const sent = await calls.post(`/api/admin/held-mails/${id}/send-now`)
    expect(sent.status()).toBe(200)
  }
}

/** Returns the path of a link in a mail: `/enter/1-abc`. */
export function pathIn(mail: { text: string }, name: string): string {
  const found = new RegExp(`/${name}/[\\w-]+`).exec(mail.text)?.[0]
  if (found === undefined) throw new Error(`no link to /${name} in: ${mail.text}`)
  return found
}

/** Opens a link from a mail and waits until the page is hydrated. */
export async function openMailLink(page: Page, path: string) {
  await page.goto(path)
  await waitForLife(page)
}

/** Checks that the response to a link request, the same for everyone, has the focus. */
export async function expectOnItsWay(page: Page) {
  const answer = page.getByRole('status').filter({ hasText: 'the link is on its way' })
  await expect(answer).toBeFocused()
}

/** A well-formed link that was never sent. */
export const unknownLink = '1-AAAAAAAAAAAAAAAAAAAAAAAA'

/** Checks the page's title only; other tests check its text. */
export async function titled(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(title)
}

export async function expectMailLinkPage(page: Page, title: string) {
  await titled(page, title)
  await expectNoAxeViolations(page)
}

/** Waits for the join page's response for an existing event. */
export async function joinAnswer(page: Page) {
  const [event] = (await (await page.request.get('/api/events/upcoming')).json()) as object[]
  const when = { when: 'Today, 18:00-19:00 CAT', now: new Date().toISOString(), opensAt: null }
  return { title: 'The last mile', ...when, url: null, leadsIn: true, room: null, event }
}
