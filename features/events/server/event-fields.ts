import { eq } from 'drizzle-orm'
import { featureImageNeeded, type EventChanges } from '#features/events/contract.ts'
import { findVideoId, revealsVideo, thumbnailAddress } from '#kernel/video-link.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

/** Fetches a picture of another site once and answers its address on this one. */
export type KeepPicture = (address: string, field: string) => Promise<string>

const defaultTitle = 'Exclusive Interview'
const pictureFields = ['featureImage', 'bannerImage'] as const
const pictureForms = 'must be a path on this site that begins with / or an https address'

/** The recording's thumbnail at highest resolution. Specification, "Events". */
function defaultPicture(videoUrl: string | null | undefined) {
  const id = findVideoId(videoUrl)
  return id && thumbnailAddress(id, 'maxresdefault')
}

/**
 * Pictures are paths of this site or kept on it; the video platform's thumbnails alone stay away.
 */
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

/** Addresses of an event's pictures: undefined leaves one as it is. */
export type SentPictures = Pick<EventChanges, (typeof pictureFields)[number]>

/**
 * The sent pictures as they will be stored. One fetch can take long, so that no row is held meanwhile:
 * `old` says what need not be fetched, and nothing else. Throws 400 for an address that cannot be one.
 * Specification, "Events".
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

/** Does the same for the changes of an event. Throws 404 for an unknown event. */
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
 * The picture fields and the title with their defaults, beside the row as it is when it is changed.
 * Throws 400 where neither a feature image nor a recognisable recording is given.
 */
export function completeEventFields(
  sent: Pick<EventChanges, 'title' | 'videoUrl'>,
  { bannerImage, featureImage: chosen }: SentPictures,
  old: EventRow | undefined,
) {
  const title = sent.title === '' ? defaultTitle : sent.title
  const videoUrl = sent.videoUrl === undefined ? old?.videoUrl : sent.videoUrl
  // Left out, a picture stays; one that was the former recording's thumbnail follows the new one.
  const followed = defaultPicture(old?.videoUrl)
  const isDefaultNow = followed !== undefined && old?.featureImage === followed
  const kept = isDefaultNow ? (defaultPicture(videoUrl) ?? old?.featureImage) : old?.featureImage
  const featureImage = chosen || (chosen === undefined && kept) || defaultPicture(videoUrl)
  if (!featureImage) {
    throw invalidInput([{ field: 'featureImage', message: featureImageNeeded }])
  }
  return { title, bannerImage, featureImage }
}
