import { z } from 'zod'
import { readZoomRoom } from '#features/events/rules.ts'

/** Statuses by which Zoom lists registrants, the most frequent first. */
export const registrantStatuses = ['approved', 'pending', 'denied'] as const
type RegistrantStatus = (typeof registrantStatuses)[number]

export type Registrant = { id: string; joinUrl: string | undefined; status: RegistrantStatus }
export type NewRegistrant = { email: string; firstName: string; lastName: string }

/** Values of Zoom's `approval_type`: 0 approves registrants automatically, 1 manually, 2 requires no registration. */
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
 * Returns a function that prepares a meeting before its first registrant is added: it enables registration, keeps
 * manual approval, and disables Zoom's confirmation emails, which contain a join URL that bypasses Greenroom. It runs
 * once per process and meeting. Webinars always have registration and stay unchanged.
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
    // If preparing the meeting failed, remove the cached promise, so that the next caller tries again.
    preparing.catch(() => prepared.delete(room))
    return preparing
  }
}

type Reading = { wanted: Set<string>; found: Map<string, Registrant>; isDone: Promise<void> }
/** Yields all registrants of a webinar by email, page by page, whatever their status. */
type Pages = (webinarId: string) => AsyncIterable<Map<string, Registrant>>

/**
 * Returns a function that finds a registrant at Zoom by email. Zoom offers no search, so the function reads the whole
 * list of the webinar's registrants. Calls during a read share the next read, which contains all registrants known when
 * they were made.
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
    // Ignore the error of the previous read: its callers receive it.
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
