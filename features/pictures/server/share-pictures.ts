import type { PublicEvent } from '#kernel/event-shapes.ts'
import { cardSizes, type CardSize } from '#features/pictures/rules.ts'
import type { Site } from '#kernel/site.ts'
import { shareVersion } from '#kernel/slug.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { drawnPicture, findPictureAt, type Picture } from '#platform/pictures/picture-folder.ts'
import type { PictureStore } from '#platform/pictures/picture-store.ts'
import type { Variant } from '#platform/pictures/variant-maker.ts'
import { shareVariant, type Variants } from '#platform/pictures/variants.ts'
import { composeCard, type CardEvent, type CardSite } from './compose-card.ts'
import { drawShareFrame, drawSharePicture } from './draw-look.ts'

/** Returns the events that visitors can see, for whose pages link previews may be requested. */
export type ListEvents = () => Promise<
  (CardEvent & Pick<PublicEvent, 'id' | 'bannerImage' | 'featureImage' | 'updatedAt'>)[]
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

type Context = {
  folder: string
  variants: Variants
  pictures: PictureStore
  site: Pick<Site, 'share'> & CardSite
  listEvents: ListEvents
}

/**
 * Returns an event's card as a JPEG, with the event's feature picture, else its banner, else without a picture. If the
 * fonts cannot draw the event's texts, returns a framed picture without texts. For id 0 or an unknown event, returns
 * the series' picture.
 */
export async function makeSharePicture(
  eventId: number,
  size: CardSize,
  context: Context,
): Promise<SharePicture> {
  const events = eventId > 0 ? await context.listEvents() : []
  const event = events.find(({ id }) => id === eventId)
  const version = event && shareVersion(event.updatedAt)
  const own = [event?.featureImage, event?.bannerImage]
  const made =
    (event && (await makeCard(event, size, own, context))) ??
    (await makeFramed([...own, context.site.share.image.src], size, context))
  if (made) return { ...made, version }
  throw new Refusal('no_such_picture')
}

async function findAt(address: string | null | undefined, { pictures, folder }: Context) {
  const kept = await pictures.find(address?.replace(/^\/images\//, '') ?? '')
  return kept ?? findPictureAt(folder, address ?? null)
}

async function makeCard(
  event: CardEvent,
  size: CardSize,
  addresses: (string | null | undefined)[],
  context: Context,
) {
  for (const address of [...addresses, undefined]) {
    const found = address ? await findAt(address, context) : undefined
    if (address && !found) continue
    const composed = composeCard(event, { site: context.site, size, picture: found })
    if (!composed) return undefined
    const variant: Variant = {
      ...shareVariant,
      ...cardSizes[size],
      quality: 86,
      card: composed.card,
    }
    const picture = drawnPicture(composed.background)
    const body = await context.variants.find(picture, variant)
    if (body) return { picture, variant, body }
  }
  return undefined
}

/**
 * Returns the first readable picture, with a bar in the accent colour and a tile with the series' letter on top, else a
 * picture drawn from the site's colours and logo.
 */
async function makeFramed(
  addresses: (string | null | undefined)[],
  size: CardSize,
  context: Context,
) {
  const sized = { ...shareVariant, ...cardSizes[size] }
  for (const address of addresses) {
    const picture = await findAt(address, context)
    const variant = { ...sized, over: drawShareFrame(context.site, cardSizes[size]) }
    const body = picture && (await context.variants.find(picture, variant))
    if (body) return { picture, variant, body }
  }
  const picture = drawnPicture(drawSharePicture(context.site, cardSizes[size]))
  const body = await context.variants.find(picture, sized)
  return body && { picture, variant: sized, body }
}

/** Milliseconds for which a cached picture is sent, so that a hidden event's card disappears within this time. */
const freshMs = 60_000
const mostKept = 50

/** The event, or 0 for the series, the size, and the version in the URL. */
type Wanted = { eventId: number; size: CardSize; version: unknown }
type Kept = { picture: SharePicture; madeAt: number; look: string }

/**
 * Caches generated pictures for link previews in memory. Generates one picture at a time, because preview services
 * request many at once. A change of the site's name, colours, fonts or logo (`look`) makes all cached pictures stale. `admit`
 * counts a request towards the rate limit and is called only if a picture must be generated.
 */
export function createSharePictures(
  make: (eventId: number, size: CardSize) => Promise<SharePicture>,
  now: () => Date,
  look: () => string,
) {
  const kept = new Map<string, Kept>()
  /** Increases with each call of `clear`. A picture that was begun before is sent but not cached. */
  let generation = 0
  let last: Promise<unknown> = Promise.resolve()

  function findKept({ eventId, size, version }: Wanted) {
    const found = kept.get(`${eventId} ${size}`)
    if (found?.look !== look() || now().getTime() - found.madeAt >= freshMs) return undefined
    const isWanted = version === undefined || version === found.picture.version
    return isWanted || eventId === 0 ? found.picture : undefined
  }

  async function makeNow(wanted: Wanted) {
    const { eventId, size } = wanted
    // An earlier request may have generated the picture while this one waited.
    const made = findKept(wanted)
    if (made) return made
    const madeAt = now().getTime()
    const lookThen = look()
    const born = generation
    const picture = await make(eventId, size)
    // Do not cache the series' picture for an unknown event. It is cached under id 0.
    const isOwn = eventId === 0 || picture.version !== undefined
    if (isOwn && born === generation) {
      const key = `${eventId} ${size}`
      kept.delete(key)
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
      kept.set(key, { picture, madeAt, look: lookThen })
    }
    return picture
  }

  return {
    /** Deletes all cached pictures, because the series' picture may have changed. */
    clear() {
      generation++
      kept.clear()
    },
    async find(wanted: Wanted, admit: () => Promise<void>): Promise<SharePicture> {
      const found = findKept(wanted)
      if (found) return found
      await admit()
      const making = last.then(() => makeNow(wanted))
      last = making.catch(() => {})
      return making
    },
  }
}
