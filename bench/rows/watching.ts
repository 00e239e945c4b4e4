import type { Audience, Watching } from '#bench/load/watch.ts'
import { residentMegabytes } from '#bench/measure/process-cost.ts'
import { watchCost } from '#bench/measure/watch-cost.ts'
import { findRecording } from '#bench/stage/find-recording.ts'
import { openSessions } from '#bench/stage/open-sessions.ts'
import { startSideProcess } from '#bench/stage/side-process.ts'
import type { Entry } from './entry.ts'

const members = 1000

/** A thousand members watch concurrently and report every 15 s; measures waiting time and memory. */
export const measureWatching: Entry = {
  grows: false,
  async measure({ stage, effort }) {
    const { greenroom, kind, serverPid } = stage
    const { url, pid } = greenroom
    const cookies = await openSessions(stage, members)
    const eventId = await findRecording(url, cookies[0]!)
    const seconds = effort.watchingSeconds
    const before = await residentMegabytes(pid)
    const watchers = startSideProcess(import.meta.resolve('#bench/load/watch.ts'))
    try {
      const figure = await watchCost({ pids: [pid], serverPid }, async () => {
        const audience: Audience = { url, cookies, eventId, seconds }
        const { waited, failed } = await watchers.ask<Watching>(audience)
        if (failed > 0) throw new Error(`${failed} of ${waited.length} reports failed`)
        const sorted = waited.toSorted((one, other) => one - other)
        const p99 = sorted[Math.floor((sorted.length - 1) * 0.99)]!
        return { count: waited.length, seconds, p99 }
      })
      console.log(
        `watching for ${seconds} s: resident ${before} before, ${await residentMegabytes(pid)} after`,
      )
      const aims = [{ p99: kind === 'embedded' ? 250 : 100 }]
      return [{ name: `${members} members watching`, comparison: { figure }, aims }]
    } finally {
      await watchers.stop()
    }
  },
}
