/**
 * Parses a URL like `URL.parse(text, base)`, which Safari lacks before version 18. Returns undefined for an
 * invalid URL.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
