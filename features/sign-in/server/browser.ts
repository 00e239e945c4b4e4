import type { Call, Session } from '#platform/http/call.ts'

/** Where somebody signs in: the session that is there already, and the browser in words. */
export type Browser = { session: Session | undefined; agent: string }

export async function readBrowser(call: Call): Promise<Browser> {
  return { session: await call.session(), agent: nameBrowser(call.userAgent) }
}

export const unknownBrowser = 'A browser'

/** Each before those that name themselves by it as well: every Edge says Chrome, every Chrome Safari. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * A browser's user agent in words that its owner knows, such as 'Firefox on Windows'. Nothing of the
 * header itself is kept: whoever sends it chooses what it says.
 */
export function nameBrowser(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent))?.[0]
  const system = find(systems)
  return `${find(browsers) ?? unknownBrowser}${system ? ` on ${system}` : ''}`
}
