import type { PublicEvent } from '#kernel/event-shapes.ts'
import type { Branded } from '#features/pictures/rules.ts'
import type { Site } from '#kernel/site.ts'
import { shareVersion } from '#kernel/slug.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { drawnPicture, findPictureAt, type Picture } from '#platform/pictures/picture-folder.ts'
import type { PictureStore } from '#platform/pictures/picture-store.ts'
import type { Variant } from '#platform/pictures/variant-maker.ts'
import { shareVariant, type Variants } from '#platform/pictures/variants.ts'
import { drawShareFrame, drawSharePicture } from './draw-look.ts'

/** The events that a share picture can be of: those that the site shows. */
export type ListEvents = () => Promise<
  Pick<PublicEvent, 'id' | 'bannerImage' | 'featureImage' | 'updatedAt'>[]
>

/** `version`: the event's, as pages put it into the address; none for the series' own picture. */
type SharePicture = {
  picture: Picture
  variant: Variant
  body: Buffer
  version: string | undefined
}

/**
 * The share image of an event, JPEG, 1200x630: from its banner, else its feature picture, else the
 * series' own, which alone is taken for 0, framed by the look; where none of them can be used, the look's.
 */
export async function makeSharePicture(
  eventId: number,
  context: {
    folder: string
    variants: Variants
    pictures: PictureStore
    site: Pick<Site, 'share'> & Branded
    listEvents: ListEvents
  },
): Promise<SharePicture> {
  const events = eventId > 0 ? await context.listEvents() : []
  const event = events.find(({ id }) => id === eventId)
  const version = event && shareVersion(event.updatedAt)
  const addresses = [event?.bannerImage, event?.featureImage, context.site.share.image.src]
  for (const address of addresses) {
    const kept = await context.pictures.find(address?.replace(/^\/images\//, '') ?? '')
    const picture = kept ?? (await findPictureAt(context.folder, address ?? null))
    const variant = { ...shareVariant, over: drawShareFrame(context.site) }
    const body = picture && (await context.variants.find(picture, variant))
    if (body) return { picture, variant, body, version }
  }
  const drawn = drawnPicture(drawSharePicture(context.site))
  const body = await context.variants.find(drawn, shareVariant)
  if (body) return { picture: drawn, variant: shareVariant, body, version }
  throw new Refusal('no_such_picture')
}

/** Without a version in its address a picture is asked about again after this long. */
const freshMs = 60_000
const mostKept = 50

type Kept = { picture: SharePicture; madeAt: number; look: string }

/**
 * Keeps share pictures in memory, and makes one at a time: whoever previews a link asks in swarms.
 * `version` is the one in the address; `admit` is asked before anything is made. `look` names what
 * the pictures are framed by: with another one they are made anew.
 */
export function createSharePictures(
  make: (eventId: number) => Promise<SharePicture>,
  now: () => Date,
  look: () => string,
) {
  const kept = new Map<number, Kept>()
  /** Of what was published: a picture of an older one is given, and not kept. */
  let generation = 0
  let last: Promise<unknown> = Promise.resolve()

  function findKept(eventId: number, version: unknown) {
    const found = kept.get(eventId)
    if (found?.look !== look()) return undefined
    const isFresh = now().getTime() - found.madeAt < freshMs
    const isWanted = version === undefined ? isFresh : version === found.picture.version
    return isWanted || (eventId === 0 && isFresh) ? found.picture : undefined
  }

  async function makeNow(eventId: number, version: unknown) {
    // Somebody before in the queue may have made it meanwhile.
    const made = findKept(eventId, version)
    if (made) return made
    const madeAt = now().getTime()
    const lookThen = look()
    const born = generation
    const picture = await make(eventId)
    // The series' picture stands in for whatever number is made up: it is kept once, as its own.
    const isOwn = eventId === 0 || picture.version !== undefined
    if (isOwn && born === generation) {
      kept.delete(eventId)
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
      kept.set(eventId, { picture, madeAt, look: lookThen })
    }
    return picture
  }

  return {
    /** The series' own picture may be another one. */
    clear() {
      generation++
      kept.clear()
    },
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
