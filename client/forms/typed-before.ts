/** Values that the visitor typed into public forms, by field name; in memory until the tab is closed. */
export const typedBefore: Record<string, string | boolean> = {}

/** Forgets the typed values on sign-out, so that the next person at this device does not see them. */
export function forgetTyped() {
  for (const name of Object.keys(typedBefore)) delete typedBefore[name]
}
