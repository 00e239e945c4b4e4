/** Values of the placeholders that a text of the series may contain. */
export type TextValues = { guest?: string; series?: string }

/** Replaces placeholders such as `{guest}` in a text. Separate from the texts, which browsers do not load. */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(
    /\{(guest|series)\}/g,
    (found, name: keyof TextValues) => values[name] ?? found,
  )
}
