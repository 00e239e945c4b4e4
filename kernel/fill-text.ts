/** Values of the placeholders that a text of the site's pages may contain. */
export type TextValues = { guest?: string; series?: string }

/**
 * Replaces placeholders such as `{guest}` in a text. In a separate file from the default texts, which browsers
 * do not load.
 */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(
    /\{(guest|series)\}/g,
    (found, name: keyof TextValues) => values[name] ?? found,
  )
}
