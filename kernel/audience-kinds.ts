/** Audiences by their name in the API: people of one event, except the last two. */
export const audienceKinds = [
  'registered',
  'pre_registered',
  'came',
  'did_not_come',
  'not_watched',
  'interested',
  'updates',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Returns whether an audience belongs to one event. */
export function isOfEvent(kind: AudienceKind): boolean {
  return kind !== 'interested' && kind !== 'updates'
}

export type AudiencePart = { kind: AudienceKind; eventId?: number }
/** People who are in at least one part of `any` and in none of `except`, plus the crew of event `crewOf`. */
export type Audience = { any: AudiencePart[]; except: AudiencePart[]; crewOf?: number }
