/** Loads the code of the library's content, which the login card does not need. */
export const fetchLibrary = async () => (await import('./library-inside.tsx')).LibraryInside

/**
 * Preloads the code of the library's content. If loading fails, the error is reported only when the content is
 * rendered.
 */
export function fetchLibraryAhead() {
  fetchLibrary().catch(() => {})
}
