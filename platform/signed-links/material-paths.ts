import { isSignedFor, makeLinkToken, parseLinkToken, type LinkKey } from './signed-links.ts'

type Signed = { id: number; createdAt: Date }

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (instant: Date) => Math.floor(instant.getTime() / dayMs)

function targetOf({ id, createdAt }: Signed, until: number) {
  return { id, createdAt, email: `until day ${until}` }
}

/**
 * Returns the path in front of a file's name, which opens the file without a session. It works until the end of the
 * next day (UTC), or of the day after `days` days.
 */
export function signMaterialPath(
  material: Signed,
  { linkKey, now, days = 1 }: { linkKey: LinkKey; now: Date; days?: number },
): string {
  const until = dayOf(now) + days
  return `/materials/${makeLinkToken(linkKey, 'material', targetOf(material, until))}/${until}`
}

/** Returns the id of a material in a signed path; undefined for a text that is no token. */
export function materialIdOf(token: string): number | undefined {
  return parseLinkToken(token)?.id
}

/** Returns whether a path was signed for this material and is still valid. */
export function isMaterialPath(
  material: Signed,
  { token, until }: { token: string; until: string },
  { linkKey, now }: { linkKey: LinkKey; now: Date },
): boolean {
  const parsed = parseLinkToken(token)
  if (!parsed || !/^\d{1,6}$/.test(until) || Number(until) < dayOf(now)) return false
  return isSignedFor(linkKey, 'material', targetOf(material, Number(until)), parsed.signature)
}
