import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { answerMessages } from '#bench/stage/answer-messages.ts'
import { saveWatchProgress } from '#features/library/contract.ts'
import { forwardedFor } from './addresses.ts'

export type Audience = { url: string; cookies: string[]; eventId: number; seconds: number }
/** Waiting time of each report in milliseconds. */
export type Watching = { waited: number[]; failed: number }

const everyMs = 15_000
const bucketsAReport = 3

/** Each viewer starts at a different time and reports every 15 s, like the player. */
async function watch({ url, cookies, eventId, seconds }: Audience): Promise<Watching> {
  const agent = new Agent({ keepAlive: true })
  const address = new URL(saveWatchProgress.path, url)
  const waited: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1000

  async function report(cookie: string, caller: number, bucket: number) {
    const headers = { 'content-type': 'application/json', cookie, ...forwardedFor(caller) }
    const began = performance.now()
    const call = request(address, { method: 'POST', agent, headers })
    const ranges = [[bucket, bucket + bucketsAReport]]
    call.end(JSON.stringify({ videoId: eventId, position: bucket * 5, duration: 3600, ranges }))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    await response.resume().toArray()
    waited.push(performance.now() - began)
    if (response.statusCode !== 200) failed++
  }
  async function attend(cookie: string, caller: number) {
    await wait((everyMs / cookies.length) * caller)
    for (let bucket = 0; performance.now() < end; bucket += bucketsAReport) {
      const next = wait(everyMs)
      await report(cookie, caller, bucket % 700)
      await next
    }
  }
  await Promise.all(cookies.map(attend))
  agent.destroy()
  return { waited, failed }
}

answerMessages(watch)
