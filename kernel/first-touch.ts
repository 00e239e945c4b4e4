/** Query parameters that tell how a visitor found the site. `via` names the guest whose link the visitor followed. */
export const touchFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'via',
] as const
export type TouchField = (typeof touchFields)[number]

/** First touch of a registration: the page at which the visitor entered the site, and the parameters of its URL. */
export type FirstTouch = Partial<Record<TouchField | 'path', string>>

/** Maximum length of a parameter's stored value. */
export const longestMark = 100

/** Returns the value of such a parameter as stored; undefined if nothing of it is left. Never refuses a value. */
export function cleanMark(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const kept = value.trim().slice(0, longestMark)
  return kept.replaceAll(/[^A-Za-z0-9._:-]/g, '') || undefined
}

/** Returns the cleaned parameters among these values, such as those of a query or a request body. */
export function readTouch(values: Partial<Record<string, unknown>>): FirstTouch {
  return Object.fromEntries(
    touchFields.flatMap((name) => {
      const mark = cleanMark(values[name])
      return mark === undefined ? [] : [[name, mark]]
    }),
  )
}

/** Single-segment paths of pages that are not counted: they are private, or for administrators. */
const privatePages = /^\/(?:admin|me|bulk-import|attendee-import)$/

/**
 * Returns the path of a public page without query and repeated slashes; undefined for other paths, such as those with a
 * token. The page itself may not exist.
 */
export function publicPath(sent: unknown): string | undefined {
  if (typeof sent !== 'string' || sent.length > 1800 || !sent.startsWith('/')) return undefined
  const parts = sent.split(/[?#]/, 1)[0]!.split('/').filter(Boolean)
  const path = `/${parts.join('/')}`
  if (!/^[\w/.%~!$&'()*+,;=:@-]*$/.test(path)) return undefined
  const isEvent = parts.length === 2 && parts[0] === 'events'
  return isEvent || (parts.length < 2 && !privatePages.test(path)) ? path : undefined
}
