import type { SharePicture } from './make-share-picture.ts'

/** Without a version in its address a picture is asked about again after this long. */
const freshMs = 60_000
const mostKept = 50

type Kept = { picture: SharePicture; madeAt: number }

/**
 * Keeps share pictures in memory, and makes one at a time: whoever previews a link asks in swarms.
 * `version` is the one in the address; `admit` is asked before anything is made.
 */
export function createSharePictures(
  make: (eventId: number) => Promise<SharePicture>,
  now: () => Date,
) {
  const kept = new Map<number, Kept>()
  let last: Promise<unknown> = Promise.resolve()

  function findKept(eventId: number, version: unknown) {
    const found = kept.get(eventId)
    if (!found) return undefined
    const isFresh = now().getTime() - found.madeAt < freshMs
    const isWanted = version === undefined ? isFresh : version === found.picture.version
    return isWanted || (eventId === 0 && isFresh) ? found.picture : undefined
  }

  async function makeNow(eventId: number, version: unknown) {
    // Somebody before in the queue may have made it meanwhile.
    const made = findKept(eventId, version)
    if (made) return made
    const madeAt = now().getTime()
    const picture = await make(eventId)
    // The series' picture stands in for whatever number is made up: it is kept once, as its own.
    if (eventId === 0 || picture.version !== undefined) {
      kept.delete(eventId)
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
      kept.set(eventId, { picture, madeAt })
    }
    return picture
  }

  return {
    async find(
      eventId: number,
      version: unknown,
      admit: () => Promise<void>,
    ): Promise<SharePicture> {
      const found = findKept(eventId, version)
      if (found) return found
      await admit()
      const making = last.then(() => makeNow(eventId, version))
      last = making.catch(() => {})
      return making
    },
  }
}
