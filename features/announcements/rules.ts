import type { Audience, AudienceKind, AudiencePart } from '#kernel/audience-kinds.ts'
import { writePeople } from '#kernel/write-count.ts'

/** Descriptions of audiences, and length limits of announcements. */

const descriptions: Record<AudienceKind, (title: string) => string> = {
  registered: (title) => `registered for ${title}`,
  pre_registered: (title) => `pre-registered for ${title}`,
  waitlisted: (title) => `on the waiting list of ${title}`,
  came: (title) => `attended ${title}`,
  did_not_come: (title) => `registered for ${title} but missed it`,
  not_watched: (title) => `registered for ${title} or attended, and has not watched the recording`,
  interested: () => 'asked about future events',
  updates: () => 'agreed to updates',
}

/** Describes an audience: "attended A, except anyone who registered for B". `titleOf` returns an event's title. */
export function describeAudience(
  { any, except, crewOf }: Audience,
  titleOf: (eventId: number) => string,
): string {
  const title = ({ eventId }: AudiencePart) => (eventId === undefined ? '' : titleOf(eventId))
  const describe = (part: AudiencePart) => descriptions[part.kind](title(part))
  const included = any.map(describe).join(', or ')
  const excluded = except.map(describe).join(' or ')
  const crew = crewOf === undefined ? '' : `; and the crew of ${titleOf(crewOf)}`
  return `${included}${excluded && `, except anyone who ${excluded}`}${crew}`
}

/** Describes an audience with its size: "attended A, except anyone who registered for B: 212 people". */
export function describeAudienceCount(
  audience: Audience,
  count: number,
  titleOf: (eventId: number) => string,
): string {
  return `${describeAudience(audience, titleOf)}: ${writePeople(count)}`
}

/** Bytes of an email's HTML that Gmail shows. Gmail cuts off the rest, and with it the unsubscribe link. */
const gmailLimit = 102_000

/** Returns a warning if Gmail would cut off an email, else undefined. `htmlBytes`: bytes of its HTML in UTF-8. */
export function warnOfClipping(htmlBytes: number): string | undefined {
  if (htmlBytes <= gmailLimit) return undefined
  const size = Math.ceil(htmlBytes / 1000).toLocaleString('en-GB')
  return `This email is ${size} kB. Gmail cuts off emails above ${gmailLimit / 1000} kB.`
}

/** Limits of an announcement: characters of subject and body, and bytes of the whole request. */
export const announcementLimits = { subject: 200, body: 250_000, bytes: 1024 * 1024 } as const
