import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type KeptMail = { uid: number; source: string; date: Date }

export type ImapServer = {
  /** URL with user, password and folder. */
  url: string
  /** Adds a mail to the mailbox. */
  add(source: string, date?: Date): void
  /** Changes UIDVALIDITY, as if the mailbox was created again. */
  renumber(): void
  /** Every command received, with its arguments. */
  commands: string[]
  /** Whether sign-ins are refused. */
  refuses: boolean
}

const credentials = { user: 'bounces@lights.example', pass: 'curtain & call' }

/**
 * Starts an IMAP mailbox that implements the reading part of RFC 3501; commands that would change it are
 * rejected as unknown.
 */
export async function startImapServer(): Promise<ImapServer> {
  let mails: KeptMail[] = []
  const state = { validity: 1, next: 1, refuses: false }
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    readLines(socket, (tag, line) => {
      commands.push(line.replace(/^(LOGIN).*/i, '$1'))
      for (const answer of answerCommand(line, { mails, ...state })) socket.write(answer)
      const refusal =
        state.refuses && /^LOGIN/i.test(line) && 'NO [AUTHENTICATIONFAILED] Wrong password'
      const isKnown = /^(CAPABILITY|LOGIN|NOOP|LIST|LSUB|EXAMINE|UID (SEARCH|FETCH)|LOGOUT)\b/i
      const word = refusal || (isKnown.test(line) ? 'OK done' : 'BAD unknown command')
      socket.write(`${tag} ${word}\r\n`)
      if (/^LOGOUT/i.test(line)) socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const [user, pass] = [credentials.user, credentials.pass].map(encodeURIComponent)
  return {
    url: `imap://${user}:${pass}@127.0.0.1:${port}/Returned%20mail`,
    add(source, date = new Date('2026-12-01T08:00:00Z')) {
      mails.push({ uid: state.next++, source: source.replaceAll(/\r?\n/g, '\r\n'), date })
    },
    renumber() {
      state.validity++
      mails = mails.map((mail, index) => ({ ...mail, uid: index + 1 }))
    },
    commands,
    get refuses() {
      return state.refuses
    },
    set refuses(value) {
      state.refuses = value
    },
  }
}

/** Parses a client's lines with their literals (`{5}`). */
function readLines(socket: Socket, take: (tag: string, line: string) => void) {
  let waiting = ''
  let line = ''
  let literal = 0
  socket.on('data', (chunk: Buffer) => {
    waiting += chunk.toString('latin1')
    for (;;) {
      if (literal > 0) {
        if (waiting.length < literal) return
        line += `"${waiting.slice(0, literal)}"`
        waiting = waiting.slice(literal)
        literal = 0
      }
      const end = waiting.indexOf('\r\n')
      if (end < 0) return
      line += waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      const announced = /\{(\d+)\+?\}$/.exec(line)
      if (announced) {
        line = line.slice(0, announced.index)
        literal = Number(announced[1])
        socket.write('+ go on\r\n')
        continue
      }
      const [tag = '', ...rest] = line.split(' ')
      take(tag, rest.join(' '))
      line = ''
    }
  })
}

type Mailbox = { mails: KeptMail[]; validity: number; next: number }

function* answerCommand(line: string, { mails, validity, next }: Mailbox): Generator<string> {
  const [verb = ''] = line.toUpperCase().split(' ')
  if (verb === 'CAPABILITY') yield '* CAPABILITY IMAP4rev1\r\n'
  if (verb === 'LIST' || verb === 'LSUB') {
    yield `* ${verb} (\\HasNoChildren) "/" ${/""\s+""$/.test(line) ? '""' : '"Returned mail"'}\r\n`
  }
  if (verb === 'EXAMINE') {
    yield '* FLAGS (\\Seen \\Deleted)\r\n'
    yield `* ${mails.length} EXISTS\r\n* 0 RECENT\r\n`
    yield `* OK [UIDVALIDITY ${validity}] valid\r\n* OK [UIDNEXT ${next}] next\r\n`
  }
  if (verb === 'LOGOUT') yield '* BYE see you\r\n'
  if (/^UID SEARCH/i.test(line)) yield `* SEARCH ${searched(line, mails).join(' ')}\r\n`
  if (/^UID FETCH/i.test(line)) yield* fetched(line, mails)
}

function searched(line: string, mails: KeptMail[]): number[] {
  const since = /SINCE "?([\w-]+)"?/i.exec(line)?.[1]
  if (since) {
    const day = new Date(`${since.replaceAll('-', ' ')} UTC`)
    return mails.filter(({ date }) => date >= day).map(({ uid }) => uid)
  }
  const set = /UID ([\d:*,]+)/i.exec(line.slice('UID SEARCH'.length))?.[1] ?? ''
  return chosen(set, mails).map(({ uid }) => uid)
}

/** In the protocol, `4:*` always includes the last mail, whatever its number. */
function chosen(set: string, mails: KeptMail[]): KeptMail[] {
  const last = mails.at(-1)?.uid ?? 0
  const spans = set.split(',').map((span) => {
    const [from, to = from] = span.split(':').map((end) => (end === '*' ? last : Number(end)))
    return [Math.min(from!, to!), Math.max(from!, to!)] as const
  })
  return mails.filter(({ uid }) => spans.some(([from, to]) => uid >= from && uid <= to))
}

function* fetched(line: string, mails: KeptMail[]): Generator<string> {
  const [, set = '', wanted = ''] = /^UID FETCH (\S+) (.*)$/i.exec(line) ?? []
  for (const mail of chosen(set, mails)) {
    const { uid, source } = mail
    const isHead = /HEADER\.FIELDS/i.test(wanted)
    const head = `${source.split('\r\n\r\n', 1)[0]}\r\n`.replaceAll(/\r\n[ \t]+/g, ' ')
    const asked = /HEADER\.FIELDS \(([^)]*)\)/i.exec(wanted)?.[1]?.toLowerCase().split(' ') ?? []
    const fields = head
      .split('\r\n')
      .filter((field) => asked.includes(field.split(':', 1)[0]!.toLowerCase()))
    const text = isHead ? `${fields.join('\r\n')}\r\n\r\n` : cut(source, wanted)
    const name = isHead ? `BODY[HEADER.FIELDS (${asked.join(' ').toUpperCase()})]` : 'BODY[]<0>'
    const bytes = Buffer.byteLength(text)
    yield `* ${mails.indexOf(mail) + 1} FETCH (UID ${uid} ${name} {${bytes}}\r\n${text})\r\n`
  }
}

function cut(source: string, wanted: string): string {
  const most = Number(/<0\.(\d+)>/.exec(wanted)?.[1] ?? source.length)
  return source.slice(0, most)
}
