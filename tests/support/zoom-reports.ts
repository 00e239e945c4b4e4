import { refusal, type Answer } from './zoom-answer.ts'

/** A row of a report: one stay. A person who joins twice has two rows with different `user_id`. */
export type Participant = {
  user_id?: string
  name?: string
  user_email?: string
  registrant_id?: string
  join_time: string
  leave_time: string
  status?: 'in_meeting' | 'in_waiting_room'
}
/** One occurrence of a webinar or meeting. */
export type Instance = {
  uuid: string
  start_time: string
  participants: Participant[]
  /** Whether Zoom has written its report. */
  isReported: boolean
}
type Held = { instances: Instance[] }

/** Returns ended occurrences of the same number, oldest first. */
export function listInstances(list: 'webinars' | 'meetings', { instances }: Held): Answer {
  return [200, { [list]: instances.map(({ uuid, start_time }) => ({ uuid, start_time })) }]
}

/**
 * Returns a page of an occurrence's report: by uuid, or the last one by number. Like Zoom, decodes the path
 * before parsing it: a uuid that begins with a slash or contains two must be encoded twice.
 */
export function reportParticipants(
  held: Map<string, Held>,
  segment: string,
  query: URLSearchParams,
): Answer {
  const once = decodeURIComponent(segment)
  if (once.startsWith('/') || once.includes('//')) {
    return refusal(404, 2300, 'This API endpoint is not recognized.')
  }
  const name = decodeURIComponent(once)
  const found =
    held.get(name)?.instances.at(-1) ??
    [...held.values()].flatMap(({ instances }) => instances).find(({ uuid }) => uuid === name)
  if (!found?.isReported) return refusal(404, 3001, `Meeting does not exist: ${name}.`)
  const size = Math.min(Number(query.get('page_size') ?? 30), 300)
  const from = Number(query.get('next_page_token') ?? 0)
  const hasIds = query.get('include_fields') === 'registrant_id'
  const participants = found.participants
    .slice(from, from + size)
    .map(({ registrant_id, ...rest }) => ({
      id: '',
      ...rest,
      duration: (Date.parse(rest.leave_time) - Date.parse(rest.join_time)) / 1000,
      ...(hasIds && { registrant_id: registrant_id ?? '' }),
    }))
  const isMore = found.participants.length > from + size
  return [
    200,
    {
      page_size: size,
      total_records: found.participants.length,
      next_page_token: isMore ? String(from + size) : '',
      participants,
    },
  ]
}
