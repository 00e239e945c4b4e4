/** What only members see: nobody who stands at the door waits for it. */
export const fetchLibrary = async () => (await import('./library-inside.tsx')).LibraryInside

/** Before it is known whether it will be shown. Where it does not come, that is said once it is to be. */
export function fetchLibraryAhead() {
  fetchLibrary().catch(() => {})
}
