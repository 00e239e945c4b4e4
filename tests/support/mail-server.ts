import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type ReceivedMail = {
  to: string
  /** The envelope sender. */
  from: string
  raw: string
  messageId: string
  subject: string
}

export type MailServer = {
  url: string
  /** All accepted mails in order. */
  mails: ReceivedMail[]
  /** Number of offered mails, including refused ones. */
  offers: number
  /** Number of mails received over TLS. */
  overTls: number
  /**
   * Sets the behaviour for the next mails: an SMTP refusal, `550` of the recipient, `451` or `554` of the mail;
   * `slow` responds after half a second, `never answers` accepts the mail without a response, `hangs up` closes
   * the connection instead.
   */
  behave(how: 'well' | 'slow' | 'never answers' | 'hangs up' | 451 | 550 | 554): void
  /** Accepts mails to this domain but never responds. */
  hangFor(domain: string): void
  /**
   * Rejects a recipient with this response, such as `550 5.1.1 Unknown user`; without one, accepts it again.
   */
  refuse(address: string, words?: string): void
  /** Accepts only this sender, and rejects others at MAIL or RCPT. */
  allowSender(address: string, refusedAt?: 'MAIL' | 'RCPT'): void
  /** Number of open connections. */
  lines: number
  /** Number of rejected senders. */
  senderRefusals: number
  /** Number of open connections. */
  connections: number
  /** Closes the port until `open`. */
  close(): Promise<void>
  open(): Promise<void>
}

/** Returns a header with folded lines joined. */
export function headerOf(raw: string, name: string): string {
  const head = raw.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
}

/** Starts a mail server on a free port that stores mails, until the test ends. */
export async function startMailServer({
  offersTls = false,
  certificate,
  login,
}: {
  offersTls?: boolean
  /** Replaces the generated certificate. */
  certificate?: { key: Buffer; cert: Buffer }
  /** Required credentials as `user:password`; by default none. */
  login?: string
} = {}): Promise<MailServer> {
  let behaviour: Parameters<MailServer['behave']>[0] = 'well'
  let port = 0
  const refused = new Map<string, string>()
  let hangingDomain: string | undefined
  const mails: ReceivedMail[] = []
  const counted = { offers: 0, overTls: 0, senderRefusals: 0 }
  let allowed: { address: string; refusedAt: 'MAIL' | 'RCPT' } | undefined
  const refuseSender = (address: string, at: 'MAIL' | 'RCPT') => {
    if (!allowed || allowed.refusedAt !== at || allowed.address === address) return undefined
    counted.senderRefusals++
    const words = `5.7.1 <${address}>: Sender address rejected: not owned by user`
    return Object.assign(new Error(words), { responseCode: 553 })
  }
  let server = create()

  function create() {
    return new SMTPServer({
      authOptional: login === undefined,
      ...(certificate && { ...certificate }),
      onAuth({ username, password }, _session, done) {
        const isRight = `${username}:${password}` === login
        if (isRight) return done(null, { user: username })
        done(Object.assign(new Error('Words of theirs'), { responseCode: 535 }))
      },
      disabledCommands: offersTls ? [] : ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onMailFrom({ address }, _session, done) {
        done(refuseSender(address, 'MAIL'))
      },
      onRcptTo({ address }, { envelope: { mailFrom } }, done) {
        const objection = refuseSender(mailFrom ? mailFrom.address : '', 'RCPT')
        if (objection) return done(objection)
        counted.offers++
        const words = refused.get(address)
        if (words) {
          const [code] = words.split(' ')
          return done(Object.assign(new Error(words.slice(4)), { responseCode: Number(code) }))
        }
        if (behaviour === 550)
          done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        else done()
      },
      onData(stream, session, done) {
        if (session.secure) counted.overTls++
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString()
          if (behaviour === 451 || behaviour === 554) {
            const words = behaviour === 451 ? 'Try later' : 'Not such a mail'
            return done(Object.assign(new Error(words), { responseCode: behaviour }))
          }
          const { mailFrom } = session.envelope
          const sender = mailFrom ? mailFrom.address : ''
          for (const { address } of session.envelope.rcptTo) {
            const [messageId, subject] = [headerOf(raw, 'Message-ID'), headerOf(raw, 'Subject')]
            mails.push({ to: address, from: sender, raw, messageId, subject })
          }
          const isHanging = session.envelope.rcptTo.some(({ address }) =>
            address.endsWith(`@${hangingDomain}`),
          )
          if (behaviour === 'never answers' || isHanging) return
          if (behaviour === 'hangs up') return breakLines()
          if (behaviour === 'slow') return void setTimeout(done, 500)
          done()
        })
      },
    })
  }
  const sockets = new Set<Socket>()
  function breakLines() {
    for (const socket of sockets) socket.destroy()
  }
  async function open() {
    server = create()
    server.on('error', () => {})
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  async function close() {
    breakLines()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await open()
  onTestFinished(close)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get overTls() {
      return counted.overTls
    },
    get connections() {
      return sockets.size
    },
    get offers() {
      return counted.offers
    },
    get lines() {
      return sockets.size
    },
    get senderRefusals() {
      return counted.senderRefusals
    },
    allowSender: (address, refusedAt = 'MAIL') => void (allowed = { address, refusedAt }),
    refuse: (address, words) =>
      void (words === undefined ? refused.delete(address) : refused.set(address, words)),
    behave: (how) => void (behaviour = how),
    hangFor: (domain) => void (hangingDomain = domain),
    close,
    open,
  }
}
