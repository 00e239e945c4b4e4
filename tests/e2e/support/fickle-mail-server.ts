import { freePort } from '#tests/support/free-port.ts'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server that is unreachable until `open` and rejects addresses that begin with `gone` until
 * `acceptAll`.
 */
export async function fickleMailServer() {
  const port = await freePort()
  const taken: string[] = []
  const gone = new Set<string>()
  const unwanted = new Set<string>()
  const unanswered = new Set<string>()
  const sockets = new Set<Socket>()
  let lastCode: string | undefined
  const texts = new Map<string, string>()
  let isStrict = true
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
      const isGone = gone.has(address) || (isStrict && address.startsWith('gone'))
      done(isGone ? refusal : null)
    },
    onData(stream, { envelope, remotePort }, done) {
      let whole = ''
      stream.setEncoding('utf8').on('data', (text: string) => {
        whole += text
        lastCode = /^Subject: (\d{6}) /m.exec(text)?.[1] ?? lastCode
      })
      stream.on('end', () => {
        const [{ address } = { address: '' }] = envelope.rcptTo
        texts.set(address, whole.replaceAll(/=\r?\n/g, ''))
        if (unwanted.has(address)) {
          return done(Object.assign(new Error('No such mails here'), { responseCode: 554 }))
        }
        taken.push(...envelope.rcptTo.map((recipient) => recipient.address))
        if (!unanswered.has(address)) return done()
        for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Recipients in order. */
    taken,
    /** Returns the newest mail to an address without soft line breaks; empty if there is none. */
    textTo: (address: string) => texts.get(address) ?? '',
    /** Returns the code in the newest mail with a code. */
    lastCode: () => lastCode,
    acceptAll: () => void (isStrict = false),
    /** Rejects the address as unknown from now on. */
    refuse: (address: string) => void gone.add(address),
    /** Rejects mails to the address from now on, until `acceptAll`. */
    reject: (address: string) => void unwanted.add(address),
    takeAgain: (address: string) => void unwanted.delete(address),
    /** From now on, accepts mails to the address and closes the connection without a response. */
    leaveUnanswered: (address: string) => void unanswered.add(address),
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
