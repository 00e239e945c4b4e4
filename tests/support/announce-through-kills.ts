import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '#features/announcements/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { querySql } from './query-sql.ts'
import type { Greenroom } from './start-greenroom.ts'

type Counts = Record<string, number>

export type AnnouncementRun = {
  counts: Counts
  /** Polls in which the counts did not add up, or the total differed from the approved one. */
  wrongPolls: Counts[]
  polls: number
  /** Total mail server connections of nodes when they were killed. */
  openAtKills: number
  /** Recipients with an unknown result, as the list shows them. */
  inDoubt: { email: string | null; reason: string | null }[]
  /** Seconds from the approval to the end, and to the first kill. */
  seconds: number
  calm: { mails: number; seconds: number }
}

type Stage = {
  nodes: [Greenroom, Greenroom]
  databaseUrl: string
  people: number
  kills: number
  /** Returns how many mails the server accepted so far. */
  taken: () => number
  /** Returns the number of a node's connections to the mail server. */
  connections: (node: number) => number
  /** Expires a dead node's jobs at once instead of after half a minute. */
  isHurried?: boolean
  /** Fails after this time. */
  mostSeconds?: number
  /** Called at every poll with the number of accepted mails. */
  meanwhile?: (taken: number, ask: Ask, own: string) => Promise<void> | void
}

type Ask = (address: string, body?: object) => Promise<Record<string, unknown> | undefined>

/** Returns a function for administrator calls to any responding node. */
async function callAs(nodes: Greenroom[]): Promise<Ask> {
  let cookie = ''
  const ask: Ask = async (address, body) => {
    const [method, path] = address.split(' ') as [string, string]
    for (const node of [...nodes, ...nodes]) {
      const answer = await fetch(node.url + path, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      if (!answer) continue
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      const reply = (await answer.json()) as Record<string, unknown>
      if (answer.status === 200) return reply
      if (answer.status < 500) throw new Error(`${address}: ${JSON.stringify(reply)}`)
    }
    return undefined
  }
  const [{ adminUsername: username, adminPassword: password }] = nodes as [Greenroom]
  await ask(`POST ${logInAdministrator.path}`, { username, password })
  return ask
}

/** Adds people who opted in to updates and registered for an event. */
async function addPeople(databaseUrl: string, people: number) {
  await querySql(
    databaseUrl,
    `with added as (insert into users (first_name, last_name, email)
        select 'Thandi', 'Nkosi', 'person' || n || '@example.com' from generate_series(1, $1::int) n
        returning id, email, person_key),
      known as (insert into people (key, email, words) select person_key, email, email from added)
      insert into event_registrations (user_id, event_id, receive_updates)
      select a.id, (select min(id) from events), true from added a`,
    [people],
  )
}

/**
 * Sends an announcement over two nodes, one of which is repeatedly killed and restarted, and reads the counts
 * meanwhile.
 */
export async function announceThroughKills(stage: Stage): Promise<AnnouncementRun> {
  const { nodes, databaseUrl, people, kills, taken, connections, meanwhile } = stage
  const { isHurried = false, mostSeconds = 3600 } = stage
  await addPeople(databaseUrl, people)
  const ask = await callAs(nodes)
  const written = {
    topic: 'news',
    audience: { any: [{ kind: 'updates' }] },
    subject: 'News',
    body: 'Hello {firstName}, there is *news*.',
  }
  const { id } = (await ask(`POST ${contract.createAnnouncement.path}`, written))!
  const own = `/api/admin/announcements/${id as number}`
  await ask(`POST ${own}/test`, { to: 'organiser@example.com' })
  const before = taken() + 1
  const begin = performance.now()
  await ask(`POST ${own}/approve`, { count: people })
  const wrongPolls: Counts[] = []
  let [polls, openAtKills, killed] = [0, 0, 0]
  let restarting: Promise<unknown> = Promise.resolve()
  let calm: AnnouncementRun['calm'] | undefined
  const secondsSince = (moment: number) => (performance.now() - moment) / 1000
  for (;;) {
    if (secondsSince(begin) > mostSeconds) throw new Error(`Not over after ${mostSeconds} seconds`)
    const reply = await ask(`GET ${own}`)
    if (reply) {
      const counts = reply.counts as Counts
      const { total, ...parts } = counts
      const sum = Object.values(parts).reduce((one, other) => one + other, 0)
      polls++
      if (total !== people || sum !== people) wrongPolls.push(counts)
      if (counts.waiting === 0) {
        const seconds = secondsSince(begin)
        await restarting
        const list = await ask(`GET ${own}/recipients?state=inDoubt&limit=1000`)
        const inDoubt = list!.recipients as AnnouncementRun['inDoubt']
        calm ??= { mails: taken() - before, seconds }
        return { counts, wrongPolls, polls, openAtKills, inDoubt, seconds, calm }
      }
    }
    await meanwhile?.(taken() - before, ask, own)
    if (killed < kills && taken() - before >= (people * (killed + 1)) / (kills + 2)) {
      calm ??= { mails: taken() - before, seconds: secondsSince(begin) }
      await restarting
      openAtKills += connections(killed % 2)
      const node = nodes[killed++ % 2]!
      await node.kill()
      // Another node takes over jobs of a dead node when its heartbeat expires after half a minute.
      restarting = node
        .restart()
        .then(() => (isHurried ? expireHeartbeats(databaseUrl) : undefined))
    }
    await wait(100)
  }
}

/** Expires the heartbeats of its jobs at once. */
async function expireHeartbeats(databaseUrl: string) {
  // Jobs of live nodes take less time.
  await wait(3500)
  await querySql(
    databaseUrl,
    `update jobs.job set state = 'retry', start_after = now()
      where state = 'active' and name = 'send-message' and priority < 0
        and started_on < now() - interval '3 seconds'`,
  )
}
