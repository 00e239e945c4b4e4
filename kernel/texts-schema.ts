import { z } from 'zod'
import {
  siteTexts,
  type PageTexts,
  type SiteText,
  type SiteTexts,
  type TextGroup,
} from './site-texts.ts'

function groupOf({ name }: SiteText) {
  return name.split('.', 1)[0]!
}

function wordsSchema({ name, limit, placeholders = [] }: SiteText) {
  const known = new Set<string>(placeholders)
  return z
    .string({ error: `${name} is not text` })
    .trim()
    .min(1, `${name} must not be empty; leave it out to use the default text`)
    .max(limit, `${name} must have at most ${limit} characters`)
    .superRefine((text, context) => {
      for (const [found, inner] of text.matchAll(/\{([^{}]*)\}/g)) {
        if (known.has(inner!)) continue
        const allowed = placeholders.map((each) => `{${each}}`).join(' and ') || 'none'
        context.addIssue({
          code: 'custom',
          message: `${name} contains the unknown placeholder ${found}, allowed: ${allowed}`,
        })
      }
    })
}

const byGroup = Object.groupBy<string, SiteText>(siteTexts, groupOf)

function schemaOf(
  groups: string[],
  words: (text: SiteText) => z.ZodType,
  group: (schema: z.ZodType) => z.ZodType,
) {
  const shapes = groups.map((name) => {
    const shape = byGroup[name]!.map((text) => [text.name.slice(name.length + 1), words(text)])
    return [name, group(z.strictObject(Object.fromEntries(shape)))]
  })
  return z.strictObject(Object.fromEntries(shapes))
}

export const siteTextsSchema = schemaOf(
  Object.keys(byGroup),
  (text) => wordsSchema(text).optional(),
  (schema) => schema.optional(),
) as unknown as z.ZodType<SiteTexts>

export const pageTextsSchema = schemaOf(
  Object.keys(byGroup),
  () => z.string(),
  (schema) => schema,
) as unknown as z.ZodType<PageTexts>

type Said = { texts?: SiteTexts | undefined }

function ownText(texts: SiteTexts | undefined, name: string): string | undefined {
  const [group, rest] = name.split('.') as [TextGroup, string]
  return (texts?.[group] as Record<string, string | undefined> | undefined)?.[rest]
}

/** Returns all page texts: the site's custom text, or else the default. Placeholders stay in the texts. */
export function pageTexts(site: Said): PageTexts {
  const shown: Record<string, Record<string, string>> = {}
  for (const { name, text } of siteTexts) {
    const [group, rest] = name.split('.') as [string, string]
    ;(shown[group] ??= {})[rest] = ownText(site.texts, name) ?? text
  }
  return shown as PageTexts
}
