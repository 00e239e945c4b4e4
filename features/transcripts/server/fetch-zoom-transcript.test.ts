import { expect, test } from 'vitest'
import { checkEvents } from '#features/events/contract.ts'
import { getTranscript, putTranscript } from '#features/transcripts/contract.ts'
import { signWebhook } from '#tests/support/sign-webhook.ts'
import { webinarId, webinarStage } from '#tests/support/webinar-stage.ts'

const text = 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\nAmara: Good evening.\n'

async function stage() {
  const whole = await webinarStage()
  const admin = await whole.asAdmin()
  const params = { id: whole.event.id }
  async function sendWebhook(downloadUrl: string, token?: string) {
    const object = {
      id: Number(webinarId),
      recording_files: [
        { file_type: 'MP4', download_url: whole.zoom.fileAddress('film') },
        { file_type: 'TRANSCRIPT', download_url: downloadUrl },
      ],
    }
    const body = {
      event: 'recording.transcript_completed',
      download_token: token,
      payload: { object },
    }
    const { statusCode } = await whole.post(signWebhook(body, { now: whole.clock.now() }))
    expect(statusCode).toBe(200)
    await whole.runJobs()
    return (await admin.call(getTranscript, { params })).body
  }
  return { ...whole, admin, params, sendWebhook }
}

test("Zoom's transcript is fetched as a draft, and shown after it is saved", async () => {
  const { zoom, admin, params, sendWebhook } = await stage()
  zoom.addFile('words', text, 'for-a-day')
  const { draft, transcript } = await sendWebhook(zoom.fileAddress('words'), 'for-a-day')
  expect([transcript, draft]).toEqual([null, expect.objectContaining({ state: 'ready', text })])
  const codes = async () => {
    const [list] = (await admin.call(checkEvents)).body
    return list!.checks.map(({ code }) => code)
  }
  expect(await codes()).toContain('transcript_waiting')
  await admin.call(putTranscript, { params, body: { text: draft!.text! } })
  const put = (await admin.call(getTranscript, { params })).body
  expect([put.draft, put.transcript?.lines]).toEqual([null, 1])
  expect(await codes()).not.toContain('transcript_waiting')
})

test('a token that counts no longer is replaced by our own', async () => {
  const { zoom, sendWebhook } = await stage()
  zoom.addFile('words', text, 'for-a-day')
  expect((await sendWebhook(zoom.fileAddress('words'), 'of-yesterday')).draft).toMatchObject({
    text,
  })
  expect((await sendWebhook(zoom.fileAddress('words'))).draft).toMatchObject({ text })
})

test('a missing or too large Zoom transcript fails with its reason', async () => {
  const { zoom, sendWebhook } = await stage()
  zoom.addFile('large', 'x'.repeat(2 * 1024 * 1024 + 1), 'for-a-day')
  for (const [address, reason] of [
    [zoom.fileAddress('gone'), 'no longer provides'],
    [zoom.fileAddress('large'), 'larger than 2 MB'],
    ['https://zoom.us.evil.example/words', 'no longer provides'],
    ['http://zoom.us/words', 'no longer provides'],
  ]) {
    const { draft } = await sendWebhook(address!, 'for-a-day')
    expect(draft).toMatchObject({ state: 'failed', error: expect.stringContaining(reason!) })
  }
})
