import type { Audience, AudienceKind, AudiencePart } from '#kernel/audience-kinds.ts'

/** Descriptions of audiences, and limits of the texts. */

const words: Record<AudienceKind, (title: string) => string> = {
  registered: (title) => `registered for ${title}`,
  pre_registered: (title) => `pre-registered for ${title}`,
  came: (title) => `came to ${title}`,
  did_not_come: (title) => `registered for ${title} and did not come`,
  not_watched: (title) => `came to ${title} or registered, and has not watched the recording`,
  interested: () => 'asked to hear of future events',
  updates: () => 'agreed to updates',
}
const without: Record<AudienceKind, (title: string) => string> = {
  registered: (title) => `not registered for ${title}`,
  pre_registered: (title) => `not pre-registered for ${title}`,
  came: (title) => `did not come to ${title}`,
  did_not_come: (title) => `not among those who stayed away from ${title}`,
  not_watched: (title) => `not among those who have yet to watch ${title}`,
  interested: () => 'has not asked to hear of future events',
  updates: () => 'has not agreed to updates',
}

/** Describes an audience: "came to A, but not registered for B". `titleOf` returns an event's title. */
export function describeAudience(
  { any, except, crewOf }: Audience,
  titleOf: (eventId: number) => string,
): string {
  const title = ({ eventId }: AudiencePart) => (eventId === undefined ? '' : titleOf(eventId))
  const joined = any.map((part) => words[part.kind](title(part))).join(', or ')
  const taken = except.map((part) => without[part.kind](title(part))).join(' and ')
  const crew = crewOf === undefined ? '' : `; and the crew of ${titleOf(crewOf)}`
  return `${joined}${taken && `, but ${taken}`}${crew}`
}

/** Describes an audience with its number: "came to A, but not registered for B: 212 people". */
export function describeAudienceCount(
  audience: Audience,
  count: number,
  titleOf: (eventId: number) => string,
): string {
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
  return `${describeAudience(audience, titleOf)}: ${people}`
}

/**
 * Gmail shows at most this much of an email's HTML, in bytes, and cuts off the rest with the unsubscribe
 * link.
 */
const gmailLimit = 102_000

/**
 * Returns a warning for an email whose HTML has so many bytes in UTF-8; undefined if Gmail shows all of it.
 */
export function warnOfClipping(htmlBytes: number): string | undefined {
  if (htmlBytes <= gmailLimit) return undefined
  const size = Math.ceil(htmlBytes / 1000).toLocaleString('en-GB')
  return `This email is ${size} kB. Gmail cuts off emails above ${gmailLimit / 1000} kB.`
}

/** Maximum lengths: characters, and bytes of the whole announcement. */
export const announcementLimits = { subject: 200, body: 250_000, bytes: 1024 * 1024 } as const
