import { setTimeout as wait } from 'node:timers/promises'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { addWebhook } from '#features/webhooks/contract.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { registrationBody } from './builders.ts'
import { openMailerliteStandIn } from './mailerlite-stand-in.ts'
import { querySql } from './query-sql.ts'
import { startGreenroom } from './start-greenroom.ts'
import { waitUntil } from './wait-until.ts'
import { openReceiver } from './webhook-receiver.ts'

/** Adds to the moment of a kill, which is before the first answer, after it, or after the last one. */
const longestPauseMs = 50
const types = ['registration.created', 'event.published', 'event.moved']

/** Makes the database drop the first webhook delivery, as if its consumer had not run. */
const loseFirstCall = `
  create sequence deliveries_seen;
  create function lose_first() returns trigger language plpgsql as $$ begin
    return case when nextval('deliveries_seen') > 1 then new end;
  end $$;
  create trigger lose_first before insert on webhook_deliveries for each row execute function lose_first()`

/**
 * Publishes an event, moves another and registers a person at the same time on one of two nodes, kills that node with
 * -9 meanwhile and restarts it, so many times. Returns what each consumer of domain events missed or did twice.
 * `isFirstLost` plants a lost delivery, which the counts must show.
 */
export async function changeThroughKills({
  databaseUrl,
  kills,
  isFirstLost = false,
}: {
  databaseUrl: string
  kills: number
  isFirstLost?: boolean
}) {
  const [receiver, lite] = [await openReceiver(), await openMailerliteStandIn()]
  const env = {
    MAILERLITE_API_KEY: lite.key,
    MAILERLITE_API_URL: lite.url,
    MAILERLITE_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
    MAILERLITE_GROUP_ID: lite.addGroup('Members').id,
    RATE_LIMITS: 'off',
    SAMPLE_DATA: '0',
    SETTINGS_KEY: 'a key of at least thirty-two characters',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  }
  const first = await startGreenroom({ databaseUrl, env })
  const second = await startGreenroom({ databaseUrl, env })
  const nodes = [first, second]
  let cookie = ''
  async function ask(url: string, { method, path }: Endpoint, body: object, id = 0) {
    const headers = { 'content-type': 'application/json', cookie }
    const address = url + path.replace(':id', String(id))
    const answer = await fetch(address, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const query = async (text: string) =>
    (await querySql<{ count: number }>(databaseUrl, `select count(*)::int as count ${text}`))[0]!
      .count
  try {
    const { adminUsername: username, adminPassword: password } = first
    const login = await ask(first.url, logInAdministrator, { username, password })
    cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    const added = await ask(first.url, addWebhook, { url: receiver.url, events: types })
    receiver.believe(addWebhook.reply.parse(await added.json()).secret)
    const create = async (title: string, publishAt: 'draft' | null) => {
      const answer = await ask(second.url, createEvent, { ...eventForm, title, publishAt })
      return createEvent.reply.parse(await answer.json()).id
    }
    if (isFirstLost) await querySql(databaseUrl, loseFirstCall)
    const moved = await create('The moved event', null)
    let answered = 0
    for (let kill = 0; kill < kills; kill++) {
      const node = nodes[kill % 2]!
      const other = nodes[(kill + 1) % 2]!
      const draft = await create(`Event ${kill}`, 'draft')
      // Both nodes have cached the feed before the change.
      await Promise.all(nodes.map(({ url }) => readFeed(url)))
      const calls = [
        ask(node.url, changeEvent, { publishAt: null }, draft),
        ask(node.url, changeEvent, timesOn(kill), moved),
        ask(node.url, registerForEvents, registrationBody({ eventIds: [moved] })),
      ]
      const results = Promise.allSettled(calls)
      // Before the first answer, after the first, after the last.
      if (kill % 3 === 1) await Promise.any(calls)
      if (kill % 3 === 2) await results
      await wait((longestPauseMs * kill) / kills)
      await node.kill()
      answered += (await results).filter(({ status }) => status === 'fulfilled').length
      const published = await titles(databaseUrl)
      await waitUntil('the feed of the other node', 20, async () => {
        const feed = await readFeed(other.url)
        return published.every((title) => feed.includes(title))
      })
      // The queue does this about a minute after a node's last sign of life.
      await querySql(
        databaseUrl,
        `update jobs.job set state = 'failed', completed_on = now() where state = 'active'`,
      )
      await node.restart()
    }
    await waitUntil('every delivery', 90, async () => {
      const open = await query(`from webhook_deliveries where state <> 'delivered'`)
      const members = await query(`from mailing_list_members where state = 'synced'`)
      return open === 0 && members === (await query('from users'))
    })
    // A call describes the event as it is, so two moves may send the same data.
    const once = receiver.heard.filter(({ type }) => type !== 'event.moved')
    const heard = Map.groupBy(once, ({ type, data }) => `${type} ${JSON.stringify(data)}`)
    const emails = await querySql<{ email: string }>(databaseUrl, 'select email from users')
    return {
      answered,
      registrations: await query('from event_registrations'),
      published: await query(`from domain_events where type = 'event.published'`),
      moves: await query(`from domain_events where type = 'event.moved'`),
      /** Changes without their domain event, and domain events without their change. */
      unrecorded:
        Math.abs(
          (await query('from event_registrations')) - (await recorded('registration.created')),
        ) +
        Math.abs(
          (await query('from events where publish_at is null')) -
            (await recorded('event.published')),
        ) +
        Math.abs(
          (await query('from events, generate_series(1, calendar_sequence)')) -
            (await recorded('event.moved')),
        ),
      /** Domain events without exactly one delivery. */
      undelivered: await query(`from (select 1 from domain_events e
        left join webhook_deliveries d on (d.type, d.occurred_at) = (e.type, e.occurred_at)
          and d.event_id is not distinct from e.event_id
          and d.registration_id is not distinct from e.registration_id
        where e.type = any('{${types.join(',')}}') group by e.id having count(d.id) <> 1) wrong`),
      unheard: (await query('from webhook_deliveries')) - receiver.times.size,
      twice: [...heard.values()].filter((calls) => new Set(calls.map(({ id }) => id)).size > 1)
        .length,
      /** People whom MailerLite did not add exactly once. */
      misadded: emails.filter(
        ({ email }) =>
          lite.calls.filter(
            ({ path, status, body }) =>
              path === '/api/subscribers' && status === 201 && body?.email === email,
          ).length !== 1,
      ).length,
    }
    function recorded(type: string) {
      return query(`from domain_events where type = '${type}'`)
    }
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
    await Promise.all([receiver.close(), lite.close()])
  }
}

const eventForm = {
  speakerName: 'Amara Obi',
  speakerTitle: 'Founder',
  description: 'An hour of honest conversation.',
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
  status: 'upcoming',
  dateConfirmed: true,
  ...timesOn(-1),
}

/** Returns another evening for each number. */
function timesOn(number: number) {
  const start = new Date(Date.now() + (number + 30) * 24 * 60 * 60_000)
  start.setUTCMinutes(0, 0, 0)
  const end = new Date(start.getTime() + 60 * 60_000)
  const [eventTime, eventEndTime] = [start.toISOString(), end.toISOString()]
  return { eventDate: eventTime.slice(0, 10), eventTime, eventEndTime }
}

async function readFeed(url: string) {
  return (await fetch(`${url}/feed.atom`)).text()
}

/** Titles that a feed of at most twenty entries names, newest first. */
async function titles(databaseUrl: string) {
  const rows = await querySql<{ title: string }>(
    databaseUrl,
    'select title from events where publish_at is null order by readers_change_at desc limit 10',
  )
  return rows.map(({ title }) => title)
}
