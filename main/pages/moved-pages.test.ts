import { expect, test } from 'vitest'
import { loadConfig } from '#platform/settings/config.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'
import { movedPages } from './moved-pages.ts'

/** Calls the server as a browser does: where it leads, and whether a page answers there. */
async function startSite(environment: Record<string, string> = {}) {
  const { zoom, mailerlite } = loadConfig(environment)
  const { send } = await testApp({ pages: builtPages, config: { zoom, mailerlite } })
  return async (url: string) => {
    const { statusCode, headers } = await send({ url })
    const location = headers.location
    const led = location === undefined ? statusCode : (await send({ url: location })).statusCode
    return [url, statusCode, location, led]
  }
}

const connected = {
  ZOOM_ACCOUNT_ID: 'account',
  ZOOM_CLIENT_ID: 'client',
  ZOOM_CLIENT_SECRET: 'secret',
  ZOOM_WEBHOOK_SECRET: 'secret',
  MAILERLITE_API_KEY: 'key',
  MAILERLITE_WEBHOOK_SECRET: 'secret',
}

const rows = [
  ['/admin/messages', 308, '/admin/email/sent'],
  ['/admin/messages?state=failed', 308, '/admin/email/sent?state=failed'],
  ['/admin/messages?eventId=7&state=failed', 308, '/admin/events/7/email?state=failed'],
  ['/Admin//Messages/', 308, '/admin/email/sent'],
  ['/admin/messages/texts', 308, '/admin/email/wording'],
  ['/admin/messages/texts/reminder_24h', 308, '/admin/email/wording/reminder_24h'],
  ['/admin/announcements', 308, '/admin/email'],
  ['/admin/announcements?eventId=7', 308, '/admin/events/7/email'],
  ['/admin/announcements/new', 308, '/admin/email/new'],
  ['/admin/announcements/12', 308, '/admin/email/12'],
  ['/admin/imports', 308, '/admin/people/imports'],
  ['/admin/imports?eventId=7', 308, '/admin/events/7/people'],
  ['/admin/figures', 308, '/admin/statistics'],
  ['/admin/figures?eventId=7', 308, '/admin/events/7/results'],
  ['/admin/figures?eventId=x', 308, '/admin/statistics?eventId=x'],
  ['/admin/log?action=event_created', 308, '/admin/settings/log?action=event_created'],
  ['/admin/integrations', 308, '/admin/settings/webhooks'],
  ['/admin/integrations/keys', 308, '/admin/settings/api-keys'],
] as const

test('former addresses of the admin area lead to its present pages', async () => {
  const lead = await startSite(connected)
  const zoom = [
    ['/admin/seats', 302, '/admin/people/zoom'],
    ['/admin/seats?state=failed', 302, '/admin/people/zoom?state=failed'],
    ['/admin/seats?eventId=7', 308, '/admin/events/7/people'],
    ['/admin/mailing-list', 302, '/admin/people/mailerlite'],
  ] as const
  for (const row of [...rows, ...zoom]) expect(await lead(row[0])).toEqual([...row, 200])
  const tried = [...rows, ...zoom].map(([url]) => url.replace(/\?.*/, ''))
  const untried = Object.keys(movedPages).filter(
    (path) => !tried.some((url) => new RegExp(`^${path.replace('*', '[^/]+')}$`).test(url)),
  )
  expect(untried).toEqual([])
})

test('pages of services that are not connected lead to the settings, those of an event to the event', async () => {
  const lead = await startSite()
  for (const row of [
    ['/admin/seats', 302, '/admin/settings'],
    ['/admin/seats?state=failed', 302, '/admin/settings'],
    ['/admin/mailing-list', 302, '/admin/settings'],
    ['/admin/seats?eventId=7', 308, '/admin/events/7/people'],
  ] as const) {
    expect(await lead(row[0])).toEqual([...row, 200])
  }
})

test('pages that kept their address, and paths that only begin like a former one, are left alone', async () => {
  const lead = await startSite()
  for (const [url, status] of [
    ['/bulk-import', 200],
    ['/attendee-import', 200],
    ['/admin/people/12', 200],
    ['/admin/email/sent?eventId=7', 200],
    ['/admin/logs', 404],
    ['/admin/messages/texts/a/b', 404],
  ] as const) {
    expect(await lead(url)).toEqual([url, status, undefined, status])
  }
})
