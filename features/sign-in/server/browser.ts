import type { Call, Session } from '#platform/http/call.ts'

/** The browser in which a person logs in: its present session, and its name such as 'Firefox on Windows'. */
export type Browser = { session: Session | undefined; agent: string }

export async function readBrowser(call: Call): Promise<Browser> {
  return { session: await call.session(), agent: nameBrowser(call.userAgent) }
}

export const unknownBrowser = 'A browser'

/**
 * Browsers with the pattern of their user agent, in order of precedence: Edge's user agent contains Chrome,
 * and Chrome's contains Safari.
 */
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
 * Returns the browser and system that a user agent names, such as 'Firefox on Windows'. Sessions store this
 * text and not the header, because the sender controls the header.
 */
export function nameBrowser(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([, mark]) => mark.test(userAgent))?.[0]
  const system = find(systems)
  return `${find(browsers) ?? unknownBrowser}${system ? ` on ${system}` : ''}`
}
