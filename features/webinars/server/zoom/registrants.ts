import { z } from 'zod'
import { readZoomRoom } from '#features/events/rules.ts'

/** Where somebody may stand who is known to a webinar, likeliest first. */
export const registrantStatuses = ['approved', 'pending', 'denied'] as const
type RegistrantStatus = (typeof registrantStatuses)[number]

export type Registrant = { id: string; joinUrl: string | undefined; status: RegistrantStatus }
export type NewRegistrant = { email: string; firstName: string; lastName: string }

/** Zoom's numbers: 0 takes everybody who registers, 1 after the host's approval, 2 nobody. */
const noRegistration = 2
const automatic = 0

export const settingsOf = z.object({
  settings: z.object({
    approval_type: z.int().default(noRegistration),
    registrants_confirmation_email: z.boolean().default(true),
  }),
})
type Settings = z.output<typeof settingsOf>['settings']

/**
 * Sees to it, before the first registrant of a meeting, that it takes registrations and that Zoom writes
 * to nobody itself: its mail would carry the raw link. A host who approves by hand goes on doing so. Once
 * a process and meeting; webinars, which are made for registration, are left as they are.
 */
export function createPreparation(
  read: (room: string) => Promise<Settings>,
  change: (room: string, settings: Partial<Settings>) => Promise<unknown>,
) {
  const prepared = new Map<string, Promise<void>>()

  async function prepare(room: string) {
    const { approval_type: approval, registrants_confirmation_email: isMailed } = await read(room)
    if (approval !== noRegistration && !isMailed) return
    await change(room, {
      approval_type: approval === noRegistration ? automatic : approval,
      registrants_confirmation_email: false,
    })
  }

  return async function prepareOnce(room: string): Promise<void> {
    if (readZoomRoom(room).kind === 'webinar') return
    const before = prepared.get(room)
    if (before) return before
    const preparing = prepare(room)
    prepared.set(room, preparing)
    // Whoever comes next tries anew.
    preparing.catch(() => prepared.delete(room))
    return preparing
  }
}

type Reading = { wanted: Set<string>; found: Map<string, Registrant>; isDone: Promise<void> }
/** Registrants of a webinar by e-mail, page after page, whoever they are and however they stand. */
type Pages = (webinarId: string) => AsyncIterable<Map<string, Registrant>>

/**
 * Looks people up by e-mail in a webinar's lists, which cannot be searched: whoever asks while they are
 * being read shares the next reading, so that an outage's doubts cost a few readings and not one each.
 * A reading always begins after it was asked for.
 */
export function createRegistrantSearch(pages: Pages) {
  const next = new Map<string, Reading>()
  const last = new Map<string, Promise<void>>()

  async function read(webinarId: string, { wanted, found }: Reading) {
    for await (const page of pages(webinarId)) {
      for (const email of wanted) {
        const registrant = page.get(email)
        if (registrant && !found.has(email)) found.set(email, registrant)
      }
      if (found.size === wanted.size) return
    }
  }

  async function plan(webinarId: string, reading: Reading, before: Promise<void> | undefined) {
    // How the one before ended is the business of those who asked for it.
    await (before ?? Promise.resolve()).catch(() => {})
    next.delete(webinarId)
    await read(webinarId, reading)
  }

  return async function find(webinarId: string, email: string): Promise<Registrant | undefined> {
    let reading = next.get(webinarId)
    if (!reading) {
      reading = { wanted: new Set(), found: new Map(), isDone: Promise.resolve() }
      next.set(webinarId, reading)
      reading.isDone = plan(webinarId, reading, last.get(webinarId))
      last.set(webinarId, reading.isDone)
    }
    reading.wanted.add(email)
    await reading.isDone
    return reading.found.get(email)
  }
}
