import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { addMaterial } from '#features/materials/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Admin = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['asAdmin']>>

/** Adds a file to an event and returns its URL. */
async function uploadFile(admin: Admin, eventId: number, content: Buffer) {
  const form = new FormData()
  const fields = { kind: 'file', title: 'Numbers', visibleTo: 'everybody' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'numbers.bin')
  const encoded = new Response(form)
  const answer = await admin.send({
    method: 'POST',
    url: addMaterial.path.replace(':id', String(eventId)),
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return addMaterial.reply.parse(answer.json()).url
}

test(
  'a part of a file is sent, as PDF viewers and Safari ask for it',
  { tags: 'postgres' },
  async () => {
    const app = await testApp()
    const content = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251))
    const url = await uploadFile(await app.asAdmin(), (await buildEvent(app.db)).id, content)
    const size = content.length
    async function open(headers: IncomingHttpHeaders = {}, method: 'GET' | 'HEAD' = 'GET') {
      const answer = await app.send({ method, url, headers })
      return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload }
    }
    const whole = await open()
    const etag = String(whole.headers.etag)
    expect(whole).toMatchObject({ status: 200, headers: { 'accept-ranges': 'bytes' } })
    expect(etag).toMatch(/^"[^"]+"$/)
    // The file is stored in rows of 262,144 bytes.
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=262143-262144', 262_143, 262_144],
      ['bytes=100-599999', 100, 599_999],
      ['bytes=524288-', 524_288, 599_999],
      ['bytes=-10', 599_990, 599_999],
      ['bytes=599999-9999999', 599_999, 599_999],
    ] as const) {
      for (const headers of [{ range }, { range, 'if-range': etag }]) {
        const part = await open(headers)
        expect(part).toMatchObject({
          status: 206,
          headers: {
            'content-range': `bytes ${start}-${end}/${size}`,
            'content-length': String(end - start + 1),
            etag,
          },
        })
        expect([range, part.content.equals(content.subarray(start, end + 1))]).toEqual([
          range,
          true,
        ])
      }
    }
    for (const range of ['bytes=600000-', 'bytes=-0']) {
      expect(await open({ range })).toMatchObject({
        status: 416,
        headers: { 'content-range': `bytes */${size}` },
      })
    }
    const ignored = [
      { range: 'bytes=0-1,5-6' },
      { range: 'lines=0-1' },
      { range: 'bytes=5-1' },
      { range: 'bytes=0-1', 'if-range': '"another"' },
      { range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' },
    ]
    for (const headers of ignored) {
      const { status, content: sent } = await open(headers)
      expect([headers, status, sent.equals(content)]).toEqual([headers, 200, true])
    }
    const head = await open({ range: 'bytes=0-1' }, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(size) } })
    expect(await open({ 'if-none-match': etag })).toMatchObject({ status: 304, headers: { etag } })
  },
)
