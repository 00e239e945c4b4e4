/** What this visit typed into public forms, by field; in memory only, and gone with the page. */
export const typedBefore: Record<string, string | boolean> = {}

/** Somebody logs out: the next one at this screen is not shown it. */
export function forgetTyped() {
  for (const name of Object.keys(typedBefore)) delete typedBefore[name]
}
