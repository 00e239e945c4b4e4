import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const answerFlags = 0x8580
const refusedCode = 5
const textType = 16
const classOfInternet = 1

/** Starts a DNS server over UDP with TXT records only, until the test ends. */
export async function startNameServer() {
  const texts = new Map<string, string[]>()
  const state = { refuses: false }
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const found = texts.get(readName(question)) ?? []
    socket.send(writeAnswer(question, found, state.refuses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** Sets the TXT records of a name; without records, removes them. */
    say: (name: string, ...records: string[]) => void texts.set(name, records),
    /** Whether it refuses every query. */
    refuse: (refuses: boolean) => void (state.refuses = refuses),
  }
}

const headLength = 12

function readName(question: Buffer): string {
  const parts: string[] = []
  for (let at = headLength; question[at]; at += question[at]! + 1) {
    parts.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  }
  return parts.join('.').toLowerCase()
}

/** RFC 1035: repeats the question and adds a record per text, in strings of 255 bytes. */
function writeAnswer(question: Buffer, texts: string[], refuses: boolean): Buffer {
  const end = question.indexOf(0, headLength) + 5
  const head = Buffer.from(question.subarray(0, headLength))
  head.writeUInt16BE(answerFlags | (refuses ? refusedCode : 0), 2)
  head.writeUInt16BE(refuses ? 0 : texts.length, 6)
  // No authority or additional records.
  head.writeUInt32BE(0, 8)
  const records = refuses ? [] : texts.map(writeRecord)
  return Buffer.concat([head, question.subarray(headLength, end), ...records])
}

function writeRecord(text: string): Buffer {
  const pieces = text.match(/[^]{1,255}/g) ?? ['']
  const body = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])),
  )
  const head = Buffer.alloc(headLength)
  // The name is a pointer to the question's.
  head.writeUInt16BE(0xc000 | headLength, 0)
  head.writeUInt16BE(textType, 2)
  head.writeUInt16BE(classOfInternet, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(body.length, 10)
  return Buffer.concat([head, body])
}
