/** Returns `URL.parse(text, base)`, which Safari has since version 18; undefined for no address. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
