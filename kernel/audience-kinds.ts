/**
 * Groups of people to whom announcements can be sent, by their names in the API. All but the last two consist
 * of people of one event.
 */
export const audienceKinds = [
  'registered',
  'pre_registered',
  'waitlisted',
  'came',
  'did_not_come',
  'not_watched',
  'interested',
  'updates',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Returns whether an audience consists of people of one event, and so needs an event id. */
export function isOfEvent(kind: AudienceKind): boolean {
  return kind !== 'interested' && kind !== 'updates'
}

export type AudiencePart = { kind: AudienceKind; eventId?: number }
/**
 * The recipients of an announcement: people who are in at least one audience of `any` and in none of `except`,
 * plus the crew of the event `crewOf`.
 */
export type Audience = { any: AudiencePart[]; except: AudiencePart[]; crewOf?: number }
