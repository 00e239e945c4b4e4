import { createServer, type AddressInfo, type Socket } from 'node:net'
import { answerMessages } from './answer-messages.ts'

/**
 * A mail server in a child process that accepts and counts all mails, so that it costs the site nothing.
 * Answers the messages `port` and `count` with a number.
 */
let taken = 0

function talk(socket: Socket) {
  let unread = ''
  let isInMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)

  function readLine(line: string) {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'DATA') {
      isInMail = true
      say('354 go on')
    } else if (command === 'QUIT') {
      socket.end('221 bye\r\n')
    } else say('250 fine')
  }
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (text: string) => {
    unread += text
    for (;;) {
      const end = isInMail ? '\r\n.\r\n' : '\r\n'
      const at = unread.indexOf(end)
      if (at < 0) return
      const line = unread.slice(0, at)
      unread = unread.slice(at + end.length)
      if (isInMail) {
        isInMail = false
        taken++
        say('250 taken')
      } else readLine(line)
    }
  })
  say('220 a sink')
}

const server = createServer(talk)
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
answerMessages(async (asked: 'port' | 'count') => {
  await listening
  return asked === 'port' ? (server.address() as AddressInfo).port : taken
})
