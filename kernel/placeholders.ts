import type { z } from 'zod'

/** What texts to people may name in braces: announcements and mails in the organiser's own words. */

/** In the order in which screens offer them, with what stands there where one is empty. */
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

/** Whether it stands for an address of the reader's own. */
export function isLinkPlaceholder(name: string): name is 'joinLink' | 'libraryLink' {
  return name === 'joinLink' || name === 'libraryLink'
}

/** `{name}` in a text: letters and digits without a space. */
export const placeholderPattern = /\{([a-z]\w*)\}/gi

/** The placeholders that a text names, each once. */
export function findPlaceholders(text: string): Placeholder[] {
  const found = [...text.matchAll(placeholderPattern)].map(([, name]) => name!)
  return [...new Set(found)].filter((name) => Object.hasOwn(placeholders, name)) as Placeholder[]
}

/** A text that names no others, with a sentence for each that it does. */
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
