import type { PublicEvent } from '#shared/contract/events.ts'
import { shareVersion } from '#shared/share-version.ts'
import type { Site } from '#shared/site.ts'
import { Refusal } from '#server/refusal.ts'
import { shareVariant } from './choose-variant.ts'
import type { PictureStore } from './create-picture-store.ts'
import type { Variants } from './keep-variants.ts'
import { findPictureAt, type Picture } from './picture-folder.ts'

/** The events that a share picture can be of: those that the site shows. */
export type ListEvents = () => Promise<
  Pick<PublicEvent, 'id' | 'bannerImage' | 'featureImage' | 'updatedAt'>[]
>

/** `version`: the event's, as pages put it into the address; none for the series' own picture. */
export type SharePicture = { picture: Picture; body: Buffer; version: string | undefined }

/**
 * The share image of an event, JPEG, 1200x630: from its banner, else its feature picture, else the
 * series' own, which alone is taken for 0. Throws 404 where none of them can be used.
 */
export async function makeSharePicture(
  eventId: number,
  context: {
    folder: string
    variants: Variants
    pictures: PictureStore
    site: Pick<Site, 'share'>
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
    const body = picture && (await context.variants.find(picture, shareVariant))
    if (body) return { picture, body, version }
  }
  throw new Refusal('no_such_picture')
}
