/** Values typed into public forms, by field; in memory until the page is closed. */
export const typedBefore: Record<string, string | boolean> = {}

/** Called on sign-out, so that the next user of this screen does not see the values. */
export function forgetTyped() {
  for (const name of Object.keys(typedBefore)) delete typedBefore[name]
}
