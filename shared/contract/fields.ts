import { z } from 'zod'
import { emailAddress } from '#shared/email-address.ts'

/** Largest lengths in characters. Specification, "Forms". */
export const limits = { name: 120, email: 254, mobile: 40, questions: 4000 } as const

const noNul = (value: string) => !value.includes('\u0000')
const nulMessage = 'Text must not contain a NUL character'

/** Trimmed text of at most `max` characters, possibly empty. */
export function bounded(label: string, max: number) {
  return z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} may have at most ${max} characters`)
    .refine(noNul, nulMessage)
}

/** Trimmed text that may be left out, null or empty: all three become ''. */
export function optionalText(label: string, max: number = limits.name) {
  return bounded(label, max)
    .nullish()
    .transform((value) => value ?? '')
}

/** Trimmed text that must not be empty; `message` is the specification's. */
export function requiredText(label: string, message: string, max: number = limits.name) {
  return z.string({ error: message }).trim().min(1, message).pipe(bounded(label, max))
}

export const firstName = requiredText('First name', 'First name is required')
export const lastName = requiredText('Last name', 'Last name is required')
export const company = optionalText('Company')
export const jobTitle = optionalText('Job title')
export const mobile = optionalText('Mobile', limits.mobile)
export const questions = optionalText('Questions', limits.questions)

/** An e-mail as the person wrote it, trimmed and lower-cased: the key of a person everywhere. */
export function emailWith(message: string) {
  return z
    .string({ error: message })
    .trim()
    .toLowerCase()
    .max(limits.email, `Email may have at most ${limits.email} characters`)
    .pipe(z.email({ pattern: emailAddress, error: message }))
}

export const email = emailWith('Please enter a valid email address')

const idMessage = 'Must be the number of an event'

/** The id of a stored row: a positive 32-bit integer. */
export const rowId = z.int({ error: idMessage }).min(1, idMessage).max(2147483647, idMessage)

/** The same id as it stands in an address. */
export const rowIdInPath = z.coerce.number({ error: idMessage }).pipe(rowId)

const batchMessage = 'Must be 1 to 64 letters, digits, hyphens or underscores'

/** The id of an import, made by the page that sends it, e.g. by `crypto.randomUUID()`. */
export const batchId = z.string({ error: batchMessage }).regex(/^[\w.:-]{1,64}$/, batchMessage)

/** An optional event id; null counts as left out. */
export const optionalEventId = rowId.nullish().transform((value) => value ?? undefined)

export const flag = z.boolean({ error: 'Must be true or false' }).nullish()

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime()
