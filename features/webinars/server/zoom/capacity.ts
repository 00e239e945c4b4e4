import { z } from 'zod'
import { readZoomRoom } from '#features/events/rules.ts'
import { isLastingRefusal } from '#features/webinars/server/zoom-error.ts'

/** `registrants_restrict_number`: the organiser's own limit of registrants in Zoom; 0 for none. */
const hostAndLimit = z.object({
  host_id: z.string(),
  settings: z.object({ registrants_restrict_number: z.int().default(0) }),
})

const people = z.int().default(0)
/** Features of the host's licence. A number is 0 or missing if the licence does not include the feature. */
const licence = z.object({
  feature: z.object({
    meeting_capacity: people,
    large_meeting: z.boolean().default(false),
    large_meeting_capacity: people,
    webinar_capacity: people,
    zoom_events_capacity: people,
  }),
})

/**
 * Returns how many people Zoom admits to a webinar or meeting: the smaller of the host's licence and the limit of
 * registrants. Returns null if Zoom does not disclose either, for example because the app lacks a scope. `read`
 * requests the room itself, `ask` any path.
 */
export async function readCapacity(
  ask: (path: string) => Promise<unknown>,
  read: (room: string) => Promise<unknown>,
  room: string,
): Promise<number | null> {
  const found = await nullIfRefused(read(room))
  if (found === null) return null
  const { host_id: host, settings } = hostAndLimit.parse(found)
  const ofHost = await nullIfRefused(ask(`/users/${encodeURIComponent(host)}/settings`))
  const limits = [settings.registrants_restrict_number]
  if (ofHost !== null) limits.push(licensedPeople(licence.parse(ofHost), readZoomRoom(room).kind))
  const known = limits.filter((limit) => limit > 0)
  return known.length === 0 ? null : Math.min(...known)
}

function licensedPeople({ feature }: z.output<typeof licence>, kind: 'webinar' | 'meeting') {
  if (kind === 'webinar') return feature.webinar_capacity || feature.zoom_events_capacity
  return Math.max(
    feature.meeting_capacity,
    feature.large_meeting ? feature.large_meeting_capacity : 0,
  )
}

async function nullIfRefused(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (isLastingRefusal(error)) return null
    throw error
  }
}
