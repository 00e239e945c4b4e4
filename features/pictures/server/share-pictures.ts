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

/** Returns the events that visitors can see, for whose pages link previews may be requested. */
export type ListEvents = () => Promise<
  Pick<PublicEvent, 'id' | 'bannerImage' | 'featureImage' | 'updatedAt'>[]
>

/**
 * A picture for link previews. `version` is the event's version, which pages write into the picture's URL; undefined
 * for the series' picture.
 */
type SharePicture = {
  picture: Picture
  variant: Variant
  body: Buffer
  version: string | undefined
}

/**
 * Returns the picture for an event's link preview, a JPEG of 1200x630 pixels: the event's banner, else its feature
 * picture, else the series' picture, else one drawn from the site's colours and logo. A bar in the accent colour and a
 * tile with the series' letter are drawn on top. For id 0, returns the series' picture.
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

/** Milliseconds for which a cached picture is sent if the URL has no version. */
const freshMs = 60_000
const mostKept = 50

type Kept = { picture: SharePicture; madeAt: number; look: string }

/**
 * Caches generated pictures for link previews in memory. Generates one picture at a time, because preview services
 * request many at once. A change of the site's colours, fonts or logo (`look`) makes all cached pictures stale. `admit`
 * counts a request towards the rate limit and is called only if a picture must be generated.
 */
export function createSharePictures(
  make: (eventId: number) => Promise<SharePicture>,
  now: () => Date,
  look: () => string,
) {
  const kept = new Map<number, Kept>()
  /** Increases with each call of `clear`. A picture that was begun before is sent but not cached. */
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
    // An earlier request may have generated the picture while this one waited.
    const made = findKept(eventId, version)
    if (made) return made
    const madeAt = now().getTime()
    const lookThen = look()
    const born = generation
    const picture = await make(eventId)
    // Do not cache the series' picture for an unknown event. It is cached under id 0.
    const isOwn = eventId === 0 || picture.version !== undefined
    if (isOwn && born === generation) {
      kept.delete(eventId)
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
      kept.set(eventId, { picture, madeAt, look: lookThen })
    }
    return picture
  }

  return {
    /** Deletes all cached pictures, because the series' picture may have changed. */
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
