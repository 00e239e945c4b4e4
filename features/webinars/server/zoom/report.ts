import { z } from 'zod'
import { readZoomRoom, tidyWebinarId } from '#features/events/rules.ts'
import { ZoomError } from '#features/webinars/server/zoom-error.ts'

/** Sends a GET request to Zoom; `label` is the rate limit category of the path. */
type Ask = (path: string, label: 'medium' | 'heavy') => Promise<unknown>

export type ReportedStay = { registrantId: string; from: Date; until: Date }
export type Report = {
  stays: ReportedStay[]
  /**
   * Number of times that someone without a registration in Zoom joined, such as the host or a guest. Someone who joins
   * twice counts twice.
   */
  unregistered: number
}
type Window = { from: Date; until: Date }

const pageSize = 300
/**
 * Maximum duration of a webinar, in milliseconds. A webinar that began this long before the time window may extend into
 * it.
 */
const longestMs = 12 * 60 * 60_000

const instance = z.object({ uuid: z.string(), start_time: z.iso.datetime({ offset: true }) })
const instances = z.object({
  webinars: z.array(instance).optional(),
  meetings: z.array(instance).optional(),
})
const page = z.object({
  participants: z.array(
    z.object({
      registrant_id: z.string().nullish(),
      join_time: z.iso.datetime({ offset: true }),
      leave_time: z.iso.datetime({ offset: true }),
      status: z.string().nullish(),
    }),
  ),
  next_page_token: z.string().default(''),
})

/**
 * Returns when each participant joined and left, within a time window, from all instances of a webinar or meeting; by
 * its number, Zoom would report only the last instance. Cuts the times to the window. Returns undefined if an instance
 * has no report yet.
 */
export async function readReport(
  ask: Ask,
  room: string,
  window: Window,
): Promise<Report | undefined> {
  const { kind, id } = readZoomRoom(room)
  const listed = await undefinedIfMissing(
    ask(`/past_${kind}s/${tidyWebinarId(id)}/instances`, 'medium'),
  )
  const { webinars, meetings } = instances.parse(listed ?? {})
  const held = (webinars ?? meetings ?? []).filter(({ start_time: start }) => {
    const at = Date.parse(start)
    return at > window.from.getTime() - longestMs && at < window.until.getTime()
  })
  if (held.length === 0) return undefined
  const report: Report = { stays: [], unregistered: 0 }
  for (const { uuid } of held) {
    const part = await readInstance(ask, `/report/${kind}s/${encodeUuid(uuid)}/participants`)
    if (!part) return undefined
    for (const { registrantId, from, until } of part) {
      const stay = {
        registrantId,
        from: new Date(Math.max(from.getTime(), window.from.getTime())),
        until: new Date(Math.min(until.getTime(), window.until.getTime())),
      }
      if (stay.from >= stay.until) continue
      if (registrantId) report.stays.push(stay)
      else report.unregistered += 1
    }
  }
  return report
}

/** Reads all pages of the report about one instance of the webinar; undefined if there is no report yet. */
async function readInstance(ask: Ask, path: string): Promise<ReportedStay[] | undefined> {
  const stays: ReportedStay[] = []
  let token = ''
  do {
    const query = new URLSearchParams({
      page_size: String(pageSize),
      include_fields: 'registrant_id',
      ...(token && { next_page_token: token }),
    })
    const answer = await undefinedIfMissing(ask(`${path}?${query}`, 'heavy'))
    if (answer === undefined) return undefined
    const { participants, next_page_token: next } = page.parse(answer)
    for (const { registrant_id: registrantId, join_time, leave_time, status } of participants) {
      if (status === 'in_waiting_room') continue
      const span = { from: new Date(join_time), until: new Date(leave_time) }
      stays.push({ registrantId: registrantId ?? '', ...span })
    }
    token = next
  } while (token)
  // The host was in every webinar, so a report without participants is incomplete.
  return stays.length > 0 ? stays : undefined
}

/** Returns undefined if Zoom responds with 404 or code 3001, as it does for a report that is not ready. */
async function undefinedIfMissing(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ZoomError && (error.status === 404 || error.code === 3001))
      return undefined
    throw error
  }
}

/**
 * Encodes an instance's UUID for a path. A UUID with a slash must be encoded twice, otherwise Zoom does not find it.
 */
function encodeUuid(uuid: string): string {
  const once = encodeURIComponent(uuid)
  return uuid.includes('/') ? encodeURIComponent(once) : once
}
