/** Loads the members' part of the library, which the sign-in card does not need. */
export const fetchLibrary = async () => (await import('./library-inside.tsx')).LibraryInside

/** Preloads the members' part of the library. A failure is reported only when the part is rendered. */
export function fetchLibraryAhead() {
  fetchLibrary().catch(() => {})
}
