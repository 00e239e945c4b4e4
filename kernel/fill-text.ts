/** Values of the placeholders `{guest}` and `{series}` in a text of the site's pages. */
export type TextValues = { guest?: string; series?: string }

/**
 * Replaces the placeholders `{guest}` and `{series}` in a text. This function is in a separate file from the default
 * texts, because browsers need only the function.
 */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(
    /\{(guest|series)\}/g,
    (found, name: keyof TextValues) => values[name] ?? found,
  )
}
