import { forwardedFor } from '#bench/load/addresses.ts'
import { loadServer } from '#bench/load/client.ts'
import type { Asked } from '#bench/load/order.ts'
import type { Row } from '#bench/measure/table.ts'
import { findRecording } from '#bench/stage/find-recording.ts'
import { firstMember, openSessions } from '#bench/stage/open-sessions.ts'
import { visitor } from '#bench/stage/people.ts'
import {
  listMemberVideos,
  listWatchProgress,
  saveWatchProgress,
} from '#features/library/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { besideBare, callers, type Order } from './beside-bare.ts'
import type { Bench, Entry } from './entry.ts'

const members = 200
const json = { 'content-type': 'application/json' }

/** Signing in to the library, opening it and reporting progress, compared with the bare queries. */
export const measureMembers: Entry = {
  grows: true,
  async measure(bench) {
    const { url } = bench.stage.greenroom
    const cookies = await openSessions(bench.stage, members)
    const eventId = await findRecording(url, cookies[0]!)
    const count = bench.effort.registrations
    const first = () => 0
    const enter = emails().map((email, caller): Asked => {
      const headers = { ...json, ...forwardedFor(caller) }
      return { method: 'POST', path: logInWithEmail.path, headers, body: JSON.stringify({ email }) }
    })
    const read = cookies.flatMap((cookie, caller) =>
      [listMemberVideos.path, listWatchProgress.path].map((path): Asked => {
        return { method: 'GET', path, headers: { cookie, ...forwardedFor(caller) } }
      }),
    )
    const report = cookies.map((cookie, caller): Asked => {
      const body = { videoId: eventId, position: 15, duration: 1800, ranges: [[0, 3]] }
      const headers = { ...json, cookie, ...forwardedFor(caller) }
      return { method: 'POST', path: saveWatchProgress.path, headers, body: JSON.stringify(body) }
    })
    return [
      await beside(bench, 'entering the library', enter, { work: 'enter', eventId, count, first }),
      await beside(bench, 'the library with progress', read, {
        work: 'read',
        eventId,
        count,
        first,
        answers: 2,
      }),
      await beside(bench, 'a progress report', report, { work: 'report', eventId, count, first }),
    ]
  },
}

async function beside(bench: Bench, name: string, asked: Asked[], order: Order): Promise<Row> {
  const { stage, effort, client } = bench
  const { url, pid } = stage.greenroom
  const { seconds } = effort
  const figure = () =>
    loadServer(
      client,
      { url, asked, connections: callers, seconds },
      { pids: [pid], serverPid: stage.serverPid },
    )
  const [comparison] = await besideBare(bench, figure, [order])
  return { name, comparison: comparison!, aims: [{ rate: 0.6 }] }
}

/** Returns the emails of the people of openSessions. */
function emails() {
  return Array.from({ length: members }, (_, index) => visitor(firstMember + index, 0).email)
}
