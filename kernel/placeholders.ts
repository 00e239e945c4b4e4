import type { z } from 'zod'

/** Placeholders in braces that announcements and custom mail texts may contain. */

/** Placeholders in the order in which screens list them, each with the text that replaces an empty value. */
export const placeholders = {
  firstName: 'there',
  series: 'our series',
  event: 'our event',
  guest: 'our guest',
  date: 'a date to come',
  time: 'a time to come',
  joinLink: 'our site',
  libraryLink: 'our site',
} as const
export type Placeholder = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as [Placeholder, ...Placeholder[]]

/** Returns whether a placeholder stands for a recipient's personal link. */
export function isLinkPlaceholder(name: string): name is 'joinLink' | 'libraryLink' {
  return name === 'joinLink' || name === 'libraryLink'
}

/** Matches a placeholder in braces, such as `{firstName}`: a letter, then letters, digits and underscores. */
export const placeholderPattern = /\{([a-z]\w*)\}/gi

/** Returns the known placeholders in a text, each once. */
export function findPlaceholders(text: string): Placeholder[] {
  const found = [...text.matchAll(placeholderPattern)].map(([, name]) => name!)
  return [...new Set(found)].filter((name) => Object.hasOwn(placeholders, name)) as Placeholder[]
}

/** Extends the schema of a text so that each unknown placeholder in the text is an error. */
export function withPlaceholders<Field extends z.ZodType<string>>(field: Field): Field {
  return field.superRefine((text, context) => {
    const found = [...text.matchAll(placeholderPattern)].map(([, name]) => name!)
    const unknown = [...new Set(found)].filter((name) => !Object.hasOwn(placeholders, name))
    const known = placeholderNames.map((name) => `{${name}}`).join(', ')
    for (const name of unknown) {
      context.addIssue(`There is no placeholder {${name}}. There are ${known}.`)
    }
  })
}
