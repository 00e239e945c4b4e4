/** Every audience by the name that calls have for it: of one event, but for the last two. */
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

/** Whether an audience is one of an event. */
export function isOfEvent(kind: AudienceKind): boolean {
  return kind !== 'interested' && kind !== 'updates'
}

export type AudiencePart = { kind: AudienceKind; eventId?: number }
/** Whoever is in one of `any` and in none of `except`; and the crew of an event, on request. */
export type Audience = { any: AudiencePart[]; except: AudiencePart[]; crewOf?: number }
