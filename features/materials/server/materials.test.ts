import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'

import { deleteEvent, getEventPage, listUpcomingEvents } from '#features/events/contract.ts'
import { listMemberVideos } from '#features/library/contract.ts'
import * as contract from '#features/materials/contract.ts'
import { materialParts, materials } from '#schema/materials.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Options = Parameters<typeof testApp>[0]

const pdf = Buffer.from('%PDF-1.7\nslides')
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(600_000, 7)])

async function encodeForm(form: FormData) {
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

async function stage(options: Options = {}) {
  const app = await testApp(options)
  const admin = await app.asAdmin()
  const event = await buildEvent(app.db)
  const pathOf = (id: number) => contract.addMaterial.path.replace(':id', String(id))
  async function send(form: FormData, id = event.id) {
    const { headers, payload } = await encodeForm(form)
    const answer = await admin.send({ method: 'POST', url: pathOf(id), headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const upload = (content: Buffer | string, name: string, fields = {}, id = event.id) =>
    send(formWith(content, name, fields), id)
  const addLink = (fields: object, id = event.id) =>
    admin.call(contract.addMaterial, {
      params: { id },
      body: { kind: 'link', title: 'Notes', url: 'https://example.org/notes', ...fields },
    })
  const titles = (list: { title: string }[] | undefined) => (list ?? []).map(({ title }) => title)
  const shownToPublic = async (slug = event.slug) =>
    titles((await app.call(getEventPage, { params: { slug } })).body.materials)
  const open = async (url: string) => app.send({ url })
  return { ...app, admin, event, send, upload, addLink, titles, shownToPublic, open, pathOf }
}

function formWith(content: Buffer | string, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  // The file comes first, so that the other fields are read after it.
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const all = { kind: 'file', title: 'Slides', ...fields }
  for (const [field, value] of Object.entries(all)) form.append(field, value)
  return form
}

test('each material is in the shapes of those who may see it, from the moment that was chosen', async () => {
  const { db, clock, call, asMember, admin, addLink, titles, shownToPublic } = await stage()
  const recorded = await buildRecording(db)
  const [member, registrant] = [await buildPerson(db), await buildPerson(db)]
  await buildRegistration(db, { userId: registrant.id, eventId: recorded.id })
  const ahead = await buildEvent(db)
  for (const { id } of [recorded, ahead]) {
    for (const visibleTo of ['everybody', 'registrants', 'members'] as const) {
      for (const visibleFrom of ['now', 'end'] as const) {
        const title = `${visibleTo} ${visibleFrom}`
        expect((await addLink({ title, visibleTo, visibleFrom }, id)).status).toBe(200)
      }
    }
  }
  expect(await shownToPublic(ahead.slug)).toEqual(['everybody now'])
  expect(await shownToPublic(recorded.slug)).toEqual(['everybody now', 'everybody end'])
  const videosOf = async (email: string) =>
    titles((await (await asMember(email)).call(listMemberVideos)).body[0]?.materials)
  const forMembers = ['everybody now', 'everybody end', 'members now', 'members end']
  expect(await videosOf(member.email)).toEqual(forMembers)
  const forBoth = [...forMembers.slice(0, 2), 'registrants now', 'registrants end']
  expect(await videosOf(registrant.email)).toEqual([...forBoth, ...forMembers.slice(2)])
  const own = contract.listOwnMaterials
  expect(titles((await call(own, { params: { id: ahead.id } })).body)).toEqual(['everybody now'])
  const caller = await asMember(registrant.email)
  const ofRecorded = await caller.call(own, { params: { id: recorded.id } })
  expect(titles(ofRecorded.body)).toHaveLength(6)
  const list = await admin.call(contract.listMaterials, { params: { id: ahead.id } })
  expect(titles(list.body)).toHaveLength(6)
  clock.set('2026-12-10T17:00:00Z')
  expect(await shownToPublic(ahead.slug)).toEqual(['everybody now', 'everybody end'])
})

test(
  'a file is read as it was sent, displayed only if it is a PDF or a picture',
  { tags: 'postgres' },
  async () => {
    const { upload, open } = await stage()
    const sent = [
      [pdf, 'Slides & notes.pdf', 'application/pdf', 'inline'],
      [png, 'photo.html', 'image/png', 'inline'],
      [zip, 'söurces.zip', 'application/octet-stream', 'attachment'],
      [Buffer.from('plain <b>words</b>'), 'words.html', 'application/octet-stream', 'attachment'],
    ] as const
    for (const [content, name, type, disposition] of sent) {
      const { status, body } = await upload(content, name)
      expect([name, status, body.size]).toEqual([name, 200, content.length])
      expect(body.url).toMatch(/^\/materials\/[\w-]+\/\d+\//)
      const answer = await open(`/materials/${body.id}/${encodeURIComponent(body.fileName)}`)
      expect([answer.statusCode, answer.rawPayload.equals(content)]).toEqual([200, true])
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'content-length': String(content.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
      })
      const isSandboxed = String(answer.headers['content-security-policy']).endsWith(' sandbox')
      expect([name, isSandboxed]).toEqual([name, type !== 'application/pdf'])
      expect(answer.headers['content-disposition']).toMatch(new RegExp(`^${disposition}; `))
      expect((await open(body.url)).rawPayload.equals(content)).toBe(true)
    }
  },
)

test('a file for some is served by its signed path only, which expires', async () => {
  const { upload, open, clock, admin, event, db } = await stage()
  for (const fields of [
    { visibleTo: 'members' },
    { visibleTo: 'registrants' },
    { visibleTo: 'everybody', visibleFrom: 'end' },
  ]) {
    const { body } = await upload(pdf, 'slides.pdf', fields)
    expect((await open(`/materials/${body.id}/slides.pdf`)).statusCode).toBe(404)
    expect((await open(body.url)).headers['cache-control']).toBe('private, max-age=600')
    expect((await open(body.url.replace('slides', 'other'))).statusCode).toBe(404)
    const [, , token, until] = body.url.split('/')
    expect((await open(`/materials/${token}/${Number(until) + 1}/slides.pdf`)).statusCode).toBe(404)
    const foreign = `${(body.id + 1).toString(36)}${token.slice(token.indexOf('-'))}`
    expect((await open(`/materials/${foreign}/${until}/slides.pdf`)).statusCode).toBe(404)
  }
  const draft = await buildEvent(db, { publishAt: 'draft' })
  const hidden = (await upload(pdf, 'slides.pdf', {}, draft.id)).body
  expect((await open(`/materials/${hidden.id}/slides.pdf`)).statusCode).toBe(404)
  const { url } = (await admin.call(contract.listMaterials, { params: { id: event.id } })).body[0]!
  expect((await open(url)).statusCode).toBe(200)
  clock.set('2026-12-03T00:00:01Z')
  expect((await open(url)).statusCode).toBe(404)
})

test('a file with the content of HTML or SVG is refused by its field, whatever its name and type', async () => {
  const { upload, db } = await stage()
  const refused = { field: 'file', message: expect.stringContaining('HTML and SVG') }
  for (const content of ['<!DOCTYPE html><script>alert(1)</script>', '<svg onload="alert(1)"/>']) {
    const { status, body } = await upload(content, 'slides.pdf')
    expect([status, body.errors]).toEqual([400, [refused]])
  }
  expect(await db.$count(materials)).toBe(0)
})

test('wrong fields, links and forms are refused by their field, and leave nothing', async () => {
  const { admin, upload, send, addLink, event, db, pathOf } = await stage()
  const fieldOf = ({
    status,
    body,
  }: {
    status: number
    body: { errors?: { field: string }[] }
  }) => [status, body.errors?.[0]?.field]
  for (const url of [
    'http://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@example.org/',
    'https:example.org',
    'mailto:nobody',
    '/members',
    '',
  ]) {
    expect([url, ...fieldOf(await addLink({ url }))]).toEqual([url, 400, 'url'])
  }
  expect((await addLink({ url: 'mailto:ada@example.org' })).body.url).toBe('mailto:ada@example.org')
  expect(fieldOf(await addLink({ title: '' }))).toEqual([400, 'title'])
  expect(fieldOf(await addLink({ visibleTo: 'nobody' }))).toEqual([400, 'visibleTo'])
  expect(fieldOf(await addLink({ kind: 'file', url: '' }))).toEqual([400, 'file'])
  expect(fieldOf(await upload('', 'empty.txt'))).toEqual([400, 'file'])
  expect(fieldOf(await upload(pdf, 'a.pdf', { kind: 'link', url: 'https://a.example' }))).toEqual([
    400,
    'file',
  ])
  expect(fieldOf(await upload(pdf, 'a.pdf', { colour: 'red' }))).toEqual([400, 'colour'])
  expect(fieldOf(await upload(pdf, 'a.pdf', { title: 'x'.repeat(20_000) }))).toEqual([400, 'title'])
  const two = formWith(pdf, 'a.pdf')
  two.append('file', new Blob(['b']), 'b.txt')
  expect(fieldOf(await send(two))).toEqual([400, 'body'])
  const misnamed = new FormData()
  misnamed.append('picture', new Blob(['b']), 'b.txt')
  expect(fieldOf(await send(misnamed))).toEqual([400, 'picture'])
  expect((await upload(pdf, 'a.pdf', {}, 4040)).status).toBe(404)
  for (const type of ['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x']) {
    const answer = await admin.send({
      method: 'POST',
      url: pathOf(event.id),
      headers: { 'content-type': type },
      payload: 'words',
    })
    expect([type, answer.statusCode]).toEqual([type, type === 'text/plain' ? 415 : 400])
  }
  expect(await db.$count(materials)).toBe(1)
  await expect.poll(uploadFolders, { timeout: 10_000 }).toEqual([])
})

test('a file of 25 MB is stored, a larger one and one above the total are refused', async () => {
  const { upload, db } = await stage({ config: { materialsTotalMb: 26 } })
  const mega = 1024 * 1024
  const tooLarge = await upload(Buffer.alloc(25 * mega + 1), 'large.bin')
  expect([tooLarge.status, tooLarge.body.errors[0].field]).toEqual([413, 'file'])
  expect((await upload(Buffer.alloc(27 * mega), 'larger.bin')).status).toBe(413)
  expect((await upload(Buffer.alloc(25 * mega), 'fits.bin')).status).toBe(200)
  const above = await upload(Buffer.alloc(2 * mega), 'more.bin')
  expect([above.status, above.body.message]).toEqual([413, expect.stringContaining('26 MB')])
  expect(await db.$count(materialParts)).toBe(100)
  await expect.poll(uploadFolders, { timeout: 10_000 }).toEqual([])
}, 60_000)

test('a file arrives over a connection, and one that breaks leaves nothing', async () => {
  const { app, admin, event, db, pathOf } = await stage()
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const { headers, payload } = await encodeForm(formWith(Buffer.alloc(2_000_000), 'cut.bin'))
  const whole = await fetch(`http://127.0.0.1:${port}${pathOf(event.id)}`, {
    method: 'POST',
    headers: { ...headers, cookie: admin.cookie()! },
    body: payload,
  })
  const { url, size } = (await whole.json()) as { url: string; size: number }
  expect([whole.status, size]).toEqual([200, 2_000_000])
  const read = await fetch(`http://127.0.0.1:${port}${url}`)
  expect((await read.arrayBuffer()).byteLength).toBe(2_000_000)
  await expect.poll(uploadFolders, { timeout: 10_000 }).toEqual([])
  const head = [
    `POST ${pathOf(event.id)} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${admin.cookie()}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
  ]
  for (const [sent, mostStored] of [
    [payload.subarray(0, 1_000_000), 1],
    [payload, 2],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(sent)
    await expect.poll(() => uploadFolders().length, { timeout: 10_000, interval: 1 }).toBe(1)
    socket.destroy()
    await expect.poll(uploadFolders, { timeout: 10_000 }).toEqual([])
    expect(await db.$count(materials)).toBeLessThanOrEqual(mostStored)
  }
})

test('lists that are kept for visitors change at once, and a deleted event deletes its files', async () => {
  const { call, upload, addLink, admin, event, db, open, titles } = await stage()
  const shown = async () => titles((await call(listUpcomingEvents)).body[0]?.materials)
  expect(await shown()).toEqual([])
  const { body: link } = await addLink({})
  const { body: file } = await upload(pdf, 'slides.pdf')
  expect(await shown()).toEqual(['Notes', 'Slides'])
  const remove = (materialId: number, id = event.id) =>
    admin.call(contract.deleteMaterial, { params: { id, materialId } })
  expect((await remove(link.id)).body).toEqual({ id: link.id })
  expect((await remove(link.id)).status).toBe(404)
  const other = await buildEvent(db)
  expect((await remove(file.id, other.id)).status).toBe(404)
  expect(await shown()).toEqual(['Slides'])
  expect((await admin.call(deleteEvent, { params: { id: event.id } })).status).toBe(200)
  expect([await db.$count(materials), await db.$count(materialParts)]).toEqual([0, 0])
  expect((await open(file.url)).statusCode).toBe(404)
})

test(
  'a file that one node adds appears in the kept lists of the other, which serves it',
  { tags: 'postgres-only' },
  async () => {
    const other = await testApp()
    const { upload } = await stage()
    const shown = async () => (await other.call(listUpcomingEvents)).body[0]?.materials
    expect(await shown()).toEqual([])
    const { body } = await upload(zip, 'sources.zip')
    await expect.poll(shown, { timeout: 12_000 }).toMatchObject([{ id: body.id, kind: 'file' }])
    const { rawPayload } = await other.send({ url: (await shown())![0]!.url })
    expect(rawPayload.equals(zip)).toBe(true)
  },
)

function uploadFolders() {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('greenroom-upload-'))
}
