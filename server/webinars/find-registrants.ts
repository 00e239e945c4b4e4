import type { Registrant } from './registrant.ts'

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
