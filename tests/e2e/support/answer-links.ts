import { createSecretKey } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { makeLinkToken } from '#platform/signed-links/signed-links.ts'
import { eventFields } from './event-editor.ts'
import { queryDatabase } from './members.ts'

type Row = { id: number; email: string; createdAt: Date; secret: string }

/**
 * Creates an event of tomorrow with these registrants, named by the part before the @. Returns its id, and the URL of
 * each registrant's page for the question after the event.
 */
export async function createWithAnswerLinks(page: Page, greenroom: Greenroom, names: string[]) {
  const { url } = greenroom
  const eventDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const created = await page.request.post(`${url}/api/admin/events`, {
    data: { ...eventFields, eventDate, status: 'upcoming' },
  })
  const { id } = (await created.json()) as { id: number }
  for (const name of names) {
    const registered = await page.request.post(`${url}/api/register-multi-event`, {
      data: {
        firstName: name[0]!.toUpperCase() + name.slice(1),
        lastName: 'Nkosi',
        email: `${name}@example.com`,
        eventIds: [id],
      },
    })
    expect(registered.status()).toBe(200)
  }
  const rows = await queryDatabase<Row>(
    greenroom,
    `select r.id, u.email, r.created_at as "createdAt", encode(s.secret, 'hex') as secret
      from event_registrations r join users u on u.id = r.user_id, server_secrets s
      where r.event_id = ${id} and s.name = 'links' order by r.id`,
  )
  const links = rows.map(({ secret: hex, ...target }) => {
    const secret = createSecretKey(Buffer.from(hex, 'hex'))
    return `${url}/answers/${makeLinkToken({ secret, alsoBelieved: [] }, 'answer', target)}`
  })
  return { id, links }
}
