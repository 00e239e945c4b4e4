import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { announceThroughKills } from '#tests/support/announce-through-kills.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { querySql } from '#tests/support/query-sql.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'
import { startTroubledMailServer } from './stage/troubled-mail-server.ts'

/**
 * `npm run bench:announcements -- --people 20000 --kills 10`: sends an announcement over two nodes on
 * PostgreSQL, which are killed alternately. Unless `--calm`, it is also stopped for a while, the mail server's
 * quota is exhausted for thirty seconds, and it hangs for forty. Prints mails per second, a bare SMTP client as
 * yardstick, and errors; ends within `--minutes`.
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    pace: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '45' },
    calm: { type: 'boolean', default: false },
  },
})
const people = Number(options.people)
const [quotaMs, hangMs, stopIsDueMs] = [30_000, 40_000, 2000]

const mails = await startTroubledMailServer(2)

/** Uses as many connections as both nodes together. */
async function measureBareClient() {
  const transport = createTransport({ url: mails.urls[0]!, pool: true, maxConnections: 8 })
  const begin = performance.now()
  const some = 2000
  const message = { from: 'a@example.com', to: 'b@example.com', subject: 'News', text: 'News' }
  await Promise.all(Array.from({ length: some }, () => transport.sendMail(message)))
  transport.close()
  return some / ((performance.now() - begin) / 1000)
}

const wrong: string[] = []
const check = (isSo: boolean, words: string) => {
  if (!isSo) wrong.push(words)
}

const server = await startPostgres({ durable: true })
if (server.url === null) throw new Error(server.reason)
const databaseUrl = server.url
const bare = await measureBareClient()
const before = mails.count()
mails.taken.clear()
const start = (smtpUrl: string) =>
  startGreenroom({
    databaseUrl,
    isAsShipped: true,
    env: {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'hello@lights.example',
      MAIL_PER_SECOND: options.pace,
      RATE_LIMITS: 'off',
      SAMPLE_DATA: '1',
    },
  })
const nodes = [await start(mails.urls[0]!), await start(mails.urls[1]!)] as const

/** When people requested a mail themselves, by their address. */
const askedAt = new Map<string, number>()
async function registerSomebody() {
  const email = `own${askedAt.size}@example.com`
  askedAt.set(email, performance.now())
  const body = JSON.stringify({ firstName: 'Thandi', lastName: 'Nkosi', email })
  const headers = { 'content-type': 'application/json' }
  const url = `${nodes[askedAt.size % 2]!.url}/api/register-future-events`
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  if (answer?.status !== 200) askedAt.delete(email)
}

let [wasStopped, hadQuota, hasHung, openAtHang, lastOwn] = [false, false, false, 0, 0]
let untroubledFrom = 0
const run = await announceThroughKills({
  nodes: [...nodes],
  databaseUrl,
  people,
  kills: Number(options.kills),
  mostSeconds: Number(options.minutes) * 60,
  taken: mails.count,
  connections: mails.connections,
  async meanwhile(taken, ask, own) {
    const now = performance.now()
    const asks = taken > 0 && now > untroubledFrom && now - lastOwn > 1000
    if (asks) {
      lastOwn = now
      void registerSomebody()
    }
    if (options.calm) return
    if (!wasStopped && taken > people / 5) {
      wasStopped = true
      await ask(`POST ${own}/stop`)
      await wait(stopIsDueMs)
      const atTheEnd = ofPeople()
      await wait(3000)
      check(
        ofPeople() === atTheEnd,
        `${ofPeople() - atTheEnd} mails went long after it was stopped`,
      )
      await ask(`POST ${own}/resume`)
    }
    if (!hadQuota && taken > people / 3) {
      hadQuota = true
      untroubledFrom = now + quotaMs
      mails.useUpQuota(quotaMs)
    }
    if (!hasHung && taken > people / 2) {
      hasHung = true
      untroubledFrom = now + hangMs
      openAtHang = mails.connections()
      mails.hang(hangMs)
    }
  },
})

/** Returns the announcement's mails, recognised by their recipients' addresses. */
function ofPeople() {
  return [...mails.taken.keys()].filter((address) => address.startsWith('person')).length
}

// Makes the announcement's remaining jobs due now.
await querySql(databaseUrl, 'update jobs.job set start_after = now()')
await wait(10_000)

const times = [...mails.taken].flatMap(([address, at]) => (address.startsWith('person') ? at : []))
const twice = [...mails.taken].filter(
  ([address, at]) => at.length > 1 && address.startsWith('person'),
)
const sent = await querySql<{ email: string }>(
  databaseUrl,
  `select email from outbox_entries where kind = 'announcement' and state = 'sent'`,
)
const untrue = sent.filter(({ email }) => !mails.taken.has(email))
const bound = run.openAtKills + openAtHang
const { counts, inDoubt } = run
check(run.wrongPolls.length === 0, `${run.wrongPolls.length} polls whose counts do not add up`)
check(twice.length === 0, `${twice.length} people were written to twice`)
check(untrue.length === 0, `${untrue.length} are said to be sent and never arrived`)
check(people === counts.sent! + counts.inDoubt!, 'somebody is neither sent nor in doubt')
check(counts.inDoubt! <= bound, `more in doubt than the ${bound} connections`)
check(inDoubt.length === counts.inDoubt, 'not everybody in doubt is in the list')
check(
  inDoubt.every(({ email, reason }) => email && reason),
  'somebody in doubt has no name or no reason',
)
const own = [...askedAt].flatMap(([email, at]) => {
  const came = mails.taken.get(email)?.[0]
  check(came !== undefined, `${email} got no mail of their own`)
  return came === undefined ? [] : [(came - at) / 1000]
})
own.sort((one, other) => one - other)

/** Returns the maximum number of mails in one second. */
function countFullestSecond() {
  times.sort((one, other) => one - other)
  let [fullest, from] = [0, 0]
  for (const [index, at] of times.entries()) {
    while (at - times[from]! > 1000) from++
    fullest = Math.max(fullest, index - from + 1)
  }
  return fullest
}

const rate = (count: number, seconds: number) => (count / seconds).toFixed(1)
console.log(`${rate(run.calm.mails, run.calm.seconds)} mails/s before the first kill`)
console.log(
  `${rate(people, run.seconds)} mails/s, ${run.seconds.toFixed(0)} s in all, kills and troubles included`,
)
console.log(`${bare.toFixed(0)} mails/s by a bare client with eight connections`)
console.log(`${countFullestSecond()} mails in the fullest second, set are ${options.pace}`)
console.log(`${mails.count() - before} mails were taken; ${JSON.stringify(counts)}`)
console.log(`${run.polls} polls, ${run.wrongPolls.length} whose counts do not add up`)
console.log(`${twice.length} people were written to twice`)
console.log(
  `in doubt ${counts.inDoubt}: ${run.openAtKills} connections were open at kills, ${openAtHang} as it hung`,
)
console.log(
  `${own.length} mails of people's own acts came after ${own[own.length >> 1]?.toFixed(1)} s in the median, ${own.at(-1)?.toFixed(1)} s at most`,
)
for (const words of wrong) console.log(`WRONG: ${words}`)
await Promise.all(nodes.map((node) => node.close()))
await server.stop()
mails.close()
process.exit(wrong.length === 0 ? 0 : 1)
