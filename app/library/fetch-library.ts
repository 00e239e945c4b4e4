/** Loads the code of the library's content, which the login card does not need. */
export const fetchLibrary = async () => (await import('./library-inside.tsx')).LibraryInside

/**
 * Preloads the code that shows the video library to members. Ignores a failure: when the library is rendered, the code
 * is imported again and an error is reported.
 */
export function fetchLibraryAhead() {
  fetchLibrary().catch(() => {})
}
