import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { announceThroughKills } from '#tests/support/announce-through-kills.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

/**
 * `npm run bench:announcements -- --people 20000 --kills 10`: one announcement over two nodes on a PostgreSQL
 * server, which are killed in turns; in its middle the mail server's quota is used up for thirty seconds, and once
 * it takes a mail and hangs, unless it is `--calm`. Prints mails a second beside a bare SMTP client on the same server, and what is wrong.
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    pace: { type: 'string', default: '1000' },
    calm: { type: 'boolean', default: false },
  },
})
const people = Number(options.people)

const taken = new Map<string, number>()
const sockets = new Set<Socket>()
let [count, quotaUntil, hasHung, isInTrouble] = [0, 0, false, false]

/** A quota at a third of the way, a mail without an answer at half of it. */
const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_address, _session, done) {
    if (isInTrouble && quotaUntil === 0 && count > people / 3) quotaUntil = Date.now() + 30_000
    if (Date.now() >= quotaUntil) return done()
    done(Object.assign(new Error('4.5.3 Too many mails for now'), { responseCode: 452 }))
  },
  onData(stream, { envelope }, done) {
    stream.resume()
    stream.on('end', () => {
      count++
      for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1)
      const hangs = isInTrouble && !hasHung && count > people / 2
      hasHung ||= hangs
      if (!hangs) done()
    })
  },
})
mails.on('error', () => {})
mails.server.on('connection', (socket: Socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})
mails.listen(0, '127.0.0.1')
await once(mails.server, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(mails.server.address() as AddressInfo).port}`

/** As many connections as both nodes have for it, and nothing else to do. */
async function measureBareClient() {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 8 })
  const begin = performance.now()
  const some = 2000
  const message = { from: 'a@example.com', to: 'b@example.com', subject: 'News', text: 'News' }
  await Promise.all(Array.from({ length: some }, () => transport.sendMail(message)))
  transport.close()
  return some / ((performance.now() - begin) / 1000)
}

const server = await startPostgres({ durable: true })
if (server.url === null) throw new Error(server.reason)
const bare = await measureBareClient()
taken.clear()
count = 0
isInTrouble = !options.calm
const databaseUrl = server.url
const env = {
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'hello@lights.example',
  MAIL_PER_SECOND: options.pace,
  RATE_LIMITS: 'off',
  SAMPLE_DATA: '1',
}
const first = await startGreenroom({ databaseUrl, env, isAsShipped: true })
const second = await startGreenroom({ databaseUrl, env, isAsShipped: true })
const run = await announceThroughKills({
  nodes: [first, second],
  databaseUrl,
  people,
  kills: Number(options.kills),
  taken: () => count,
  connections: () => sockets.size,
})
const twice = [...taken].filter(([address, times]) => times > 1 && address.startsWith('person'))
console.log(`${(people / run.seconds).toFixed(1)} mails/s, ${run.seconds.toFixed(0)} s in all`)
console.log(`${bare.toFixed(0)} mails/s by a bare client with eight connections`)
console.log(JSON.stringify(run.counts))
console.log(`${run.wrongPolls.length} of ${run.polls} polls whose counts do not add up`)
console.log(`${twice.length} people were written to twice`)
console.log(
  `in doubt ${run.counts.inDoubt}, of ${run.openAtKills} connections open at kills, and one hung`,
)
await Promise.all([first.close(), second.close()])
await server.stop()
mails.close()
process.exit(twice.length + run.wrongPolls.length === 0 ? 0 : 1)
