import { eq } from 'drizzle-orm'
import { featureImageNeeded, type EventChanges } from '#features/events/contract.ts'
import { findVideoId, revealsVideo, thumbnailAddress } from '#kernel/video-link.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

/** Downloads a picture from another site, stores it and returns its URL on this site. */
export type KeepPicture = (address: string, field: string) => Promise<string>

const defaultTitle = 'Exclusive Interview'
const pictureFields = ['featureImage', 'bannerImage'] as const
const pictureForms = 'must be a path on this site that begins with / or an https address'

/** Returns the URL of the recording's thumbnail in the largest size; undefined without a recognised recording. */
function defaultPicture(videoUrl: string | null | undefined) {
  const id = findVideoId(videoUrl)
  return id && thumbnailAddress(id, 'maxresdefault')
}

/** Stores a picture from another site and returns its URL on this site. Thumbnails of YouTube keep their URL. */
async function keptPicture(
  field: (typeof pictureFields)[number],
  sent: string | undefined,
  old: string | undefined,
  keep: KeepPicture,
) {
  if (!sent || sent === old || /^\/(?![/\\])/.test(sent)) return sent
  const isHttps = URL.parse(sent)?.protocol === 'https:'
  const label = field === 'featureImage' ? 'Feature image' : 'Banner image'
  if (!isHttps) throw invalidInput([{ field, message: `${label} ${pictureForms}` }])
  return revealsVideo(sent, null) ? sent : keep(sent, field)
}

/** URLs of an event's pictures that a request changes. Undefined keeps a picture. */
export type SentPictures = Pick<EventChanges, (typeof pictureFields)[number]>

/**
 * Downloads the pictures at the URLs in the request, stores them and returns their new URLs. Call this before the
 * transaction, because downloads can take long. Pictures whose URL is the same in `old` are not downloaded again.
 * Throws 400 for an invalid URL.
 */
export async function keepPictures(
  sent: SentPictures,
  old: EventRow | undefined,
  keep: KeepPicture,
): Promise<SentPictures> {
  return {
    bannerImage: await keptPicture('bannerImage', sent.bannerImage, old?.bannerImage, keep),
    featureImage: await keptPicture('featureImage', sent.featureImage, old?.featureImage, keep),
  }
}

/**
 * Downloads the pictures at the URLs in the request (see `keepPictures`) and returns their new URLs. Throws 404 if the
 * event does not exist.
 */
export async function keepChangedPictures(
  db: Db | Transaction,
  eventId: number,
  sent: SentPictures,
  keep: KeepPicture,
): Promise<SentPictures> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  return keepPictures(sent, event, keep)
}

/**
 * Fills in default values for title and picture fields. `old` is the stored event. Throws 400 if an event has a banner,
 * but neither a feature image nor a recording on YouTube whose thumbnail could serve as one.
 */
export function completeEventFields(
  sent: Pick<EventChanges, 'title' | 'videoUrl'>,
  { bannerImage, featureImage: chosen }: SentPictures,
  old: EventRow | undefined,
) {
  const title = sent.title === '' ? defaultTitle : sent.title
  const videoUrl = sent.videoUrl === undefined ? old?.videoUrl : sent.videoUrl
  const banner = bannerImage ?? old?.bannerImage ?? ''
  // If the request has no feature image, the stored one stays. But if the stored one equals the thumbnail of the
  // recording or the banner, it is replaced when these change.
  const followed = defaultPicture(old?.videoUrl)
  const isDefaultNow = followed !== undefined && old?.featureImage === followed
  const isBannerNow = old !== undefined && old.featureImage === old.bannerImage
  const stays = isBannerNow ? banner : old?.featureImage
  const kept = isDefaultNow ? (defaultPicture(videoUrl) ?? stays) : stays
  const featureImage = chosen || (chosen === undefined && kept) || defaultPicture(videoUrl) || ''
  if (featureImage === '' && banner !== '') {
    throw invalidInput([{ field: 'featureImage', message: featureImageNeeded }])
  }
  return { title, bannerImage, featureImage }
}
