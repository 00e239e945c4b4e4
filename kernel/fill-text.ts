/** What a text of the series may name, and what stands there when somebody reads it. */
export type TextValues = { guest?: string; series?: string }

/** Puts values where a text names them: `{guest}`. Beside the texts themselves, which no browser fetches. */
export function fillText(text: string, values: TextValues): string {
  return text.replaceAll(
    /\{(guest|series)\}/g,
    (found, name: keyof TextValues) => values[name] ?? found,
  )
}
