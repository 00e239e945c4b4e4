import { expect, test } from 'vitest'
import * as contract from '#features/materials/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

test('the mail about the recording lists the materials, and its links open files for registrants', async () => {
  const { build, enrol, at, server, asAdmin, send, clock } = await mailStage()
  const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }
  const { id } = await build({ status: 'completed', ...recording })
  await enrol('zola', id, { receiveUpdates: true })
  const admin = await asAdmin()
  const body = { kind: 'link', title: 'Further reading', url: 'https://example.org/reading' }
  expect((await admin.call(contract.addMaterial, { params: { id }, body })).status).toBe(200)
  const form = new FormData()
  form.append('kind', 'file')
  form.append('title', 'Slides')
  form.append('visibleTo', 'registrants')
  form.append('file', new Blob(['%PDF-1.7']), 'slides.pdf')
  const encoded = new Response(form)
  const { statusCode } = await admin.send({
    method: 'POST',
    url: contract.addMaterial.path.replace(':id', String(id)),
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(statusCode).toBe(200)
  await at('2026-12-11T08:00:00Z')
  const raw = server.mails[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(raw).toContain('Further reading')
  expect(raw).toContain('https://example.org/reading')
  const [url = ''] = /\/materials\/[\w-]+\/\d+\/slides\.pdf/.exec(raw) ?? []
  clock.set('2027-05-01T08:00:00Z')
  expect((await send({ url })).statusCode).toBe(200)
  clock.set('2027-08-01T08:00:00Z')
  expect((await send({ url })).statusCode).toBe(404)
})
