import ICAL from 'ical.js'
import { sync as nodeIcal, type VEvent } from 'node-ical'
import { expect } from 'vitest'
import type { ReceivedMail } from './mail-server.ts'

/** Decodes a MIME part. */
function decode(encoded: string, head: string) {
  if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString()
  const bytes = encoded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}

/** Parses a calendar with node-ical; entries by UID. */
function readBySecondParser(text: string) {
  const parts = Object.values(nodeIcal.parseICS(text)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  )
  return new Map(
    parts.map(({ uid, start, sequence, status }) => [
      uid,
      { start: start.toISOString(), sequence: Number(sequence), status },
    ]),
  )
}

/** Returns the calendar in a mail, parsed equally by two independent parsers; entries by title. */
export function readCalendar({ raw }: ReceivedMail) {
  const part = /^Content-Type: text\/calendar;[^]*?\r\n\r\n([^]*?)\r\n--/im.exec(raw)
  const head = part?.[0].slice(0, part[0].indexOf('\r\n\r\n')) ?? ''
  const text = decode(part?.[1] ?? '', head)
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const others = readBySecondParser(text)
  const entries = calendar.getAllSubcomponents('vevent').map((component) => {
    const entry = new ICAL.Event(component)
    return {
      title: entry.summary.replace(/ \| .*/, ''),
      uid: entry.uid,
      start: entry.startDate.toJSDate().toISOString(),
      sequence: entry.sequence,
      place: entry.location,
      status: component.getFirstPropertyValue('status'),
      organizer: component.getFirstPropertyValue('organizer'),
    }
  })
  for (const { uid, start, sequence, status } of entries) {
    expect(others.get(uid)).toEqual({ start, sequence, status })
  }
  expect(others.size).toBe(entries.length)
  return {
    method: calendar.getFirstPropertyValue('method'),
    entries: new Map(entries.map((entry) => [entry.title, entry])),
  }
}
