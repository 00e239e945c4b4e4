import { setTimeout as wait } from 'node:timers/promises'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { addWebhook } from '#features/webhooks/contract.ts'
import { registrationBody } from './builders.ts'
import { firstEvent } from './first-event.ts'
import { querySql } from './query-sql.ts'
import { startGreenroom } from './start-greenroom.ts'
import { waitUntil } from './wait-until.ts'
import { openReceiver } from './webhook-receiver.ts'

/** The node is killed after a varying pause: before, during, and after a webhook call. */
const longestPauseMs = 2500

/**
 * Repeatedly registers a person and kills the site with -9: alternately at once and after a pause, and every
 * tenth time during the call, which is not counted. Returns what a verifying, deduplicating receiver got in the
 * end.
 */
export async function callThroughKills({
  databaseUrl,
  kills,
}: {
  databaseUrl: string
  kills: number
}) {
  const receiver = await openReceiver()
  const greenroom = await startGreenroom({
    databaseUrl,
    env: {
      RATE_LIMITS: 'off',
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      SETTINGS_KEY: 'a key of at least thirty-two characters',
    },
  })
  const post = (path: string, body: object, cookie = '') =>
    fetch(greenroom.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  try {
    const { adminUsername: username, adminPassword: password } = greenroom
    const login = await post(logInAdministrator.path, { username, password })
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    const events = ['registration.created']
    const added = await post(addWebhook.path, { url: receiver.url, events }, cookie)
    receiver.believe(addWebhook.reply.parse(await added.json()).secret)
    const eventId = await firstEvent(greenroom)
    for (let kill = 0; kill < kills; kill++) {
      const answer = await post(
        '/api/register-multi-event',
        registrationBody({ eventIds: [eventId] }),
      )
      if (answer.status !== 200) throw new Error(`Registering was answered ${answer.status}`)
      const isCutOff = kill % 10 === 9
      const before = receiver.counts().calls
      if (isCutOff) {
        receiver.behave('hangs')
        await waitUntil('a call', 60, () => receiver.counts().calls > before)
      } else if (kill % 2 === 1) await wait((longestPauseMs * kill) / kills)
      await greenroom.kill()
      receiver.behave({ status: 204 })
      // Expires the jobs of the dead node, as the queue does after about a minute; the last time, the queue
      // does it.
      if (kill < kills - 1) {
        await querySql(
          databaseUrl,
          `update jobs.job set state = 'failed', completed_on = now() where state = 'active'`,
        )
      }
      await greenroom.restart()
    }
    await waitUntil('every delivery', 180, async () => {
      const [left] = await querySql<{ open: number }>(
        databaseUrl,
        `select count(*)::int as open from webhook_deliveries where state <> 'delivered'`,
      )
      return left!.open === 0
    })
    const rows = await querySql<{ id: number }>(databaseUrl, 'select id from event_registrations')
    const told = new Set(receiver.heard.map(({ data }) => data.registrationId))
    return {
      registrations: rows.length,
      lost: rows.filter(({ id }) => !told.has(id)).length,
      ids: receiver.times.size,
      calls: receiver.heard.length,
      refused: receiver.counts().refused,
    }
  } finally {
    await greenroom.close()
    await receiver.close()
  }
}
