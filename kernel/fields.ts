import { z } from 'zod'
import { cleanEmailAddress, emailAddress } from './email-address.ts'

/** Maximum lengths of form fields, in characters. */
export const limits = { name: 120, email: 254, mobile: 40, questions: 4000 } as const

const noNul = (value: string) => !value.includes('\u0000')
const nulMessage = 'Text must not contain a NUL character'

/** Returns the schema of a trimmed text of at most `max` characters, possibly empty. */
function bounded(label: string, max: number) {
  return z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} may have at most ${max} characters`)
    .refine(noNul, nulMessage)
}

/** Returns the schema of an optional trimmed text: missing, null and empty all become ''. */
export function optionalText(label: string, max: number = limits.name) {
  return bounded(label, max)
    .nullish()
    .transform((value) => value ?? '')
}

/** Returns the schema of a trimmed text that must not be empty; `message` is the error for an empty text. */
export function requiredText(label: string, message: string, max: number = limits.name) {
  return z.string({ error: message }).trim().min(1, message).pipe(bounded(label, max))
}

export const firstName = requiredText('First name', 'First name is required')
export const lastName = requiredText('Last name', 'Last name is required')
export const company = optionalText('Company')
export const jobTitle = optionalText('Job title')
export const mobile = optionalText('Mobile', limits.mobile)
export const questions = optionalText('Questions', limits.questions)

/**
 * Returns the schema of an email, which is cleaned and converted to lower case; `message` is the error for an
 * invalid one.
 */
export function emailWith(message: string) {
  return z
    .string({ error: message })
    .overwrite(cleanEmailAddress)
    .max(limits.email, `Email may have at most ${limits.email} characters`)
    .pipe(z.email({ pattern: emailAddress, error: message }))
}

export const email = emailWith('Please enter a valid email address')

/** Schema of an optional email: missing, null and empty all become undefined. */
export const optionalEmail = z
  .string({ error: 'Please enter a valid email address' })
  .nullish()
  .transform((value) => value?.trim() || undefined)
  .pipe(email.optional())

const idMessage = 'Must be the number of an event'

/** Schema of the id of a stored row: a positive 32-bit integer. */
export const rowId = z.int({ error: idMessage }).min(1, idMessage).max(2147483647, idMessage)

/** Schema of a row id in a URL, converted from text. */
export const rowIdInPath = z.coerce.number({ error: idMessage }).pipe(rowId)

const batchMessage = 'Must be 1 to 64 letters, digits, hyphens or underscores'

/** Schema of the id of an import batch, which the browser generates in `client/api/new-batch-id.ts`. */
export const batchId = z.string({ error: batchMessage }).regex(/^[\w.:-]{1,64}$/, batchMessage)

/** Schema of an optional event id; null counts as missing. */
export const optionalEventId = rowId.nullish().transform((value) => value ?? undefined)

/** Number of seats of an event; null for no limit. A lower number cancels no registration. */
export const capacity = z
  .int({ error: 'Seats must be a whole number' })
  .min(1, 'An event needs at least one seat')
  .max(1_000_000, 'At most 1,000,000 seats')
  .nullish()
export const flag = z.boolean({ error: 'Must be true or false' }).nullish()

/** Schema of an instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime()

/** Schema of the token in a mail's link. The token authorises the request. */

export const linkToken = requiredText('The link', 'The link is not complete', 100)
export const byToken = z.object({ token: linkToken })

export const sameForEveryone = z.object({ message: z.string() })

/** Schemas of fields that many requests and responses about people have. */

/** Schema of a person's key: random, permanent, and used in paths and logs instead of the email. */
export const personKey = bounded('Key', 64)
/** Response field with the key of a person, for the link to their admin page; null if the person is unknown. */
export const ofPerson = { personKey: z.string().nullable() }

/** Queries and responses of paged lists of background work: mails, webinar registrations, subscribers. */

/** Returns the schema of the number of rows in each state. */
export const countsOf = <State extends string>(states: readonly State[]) =>
  z.record(z.enum(states), z.int())

/** Maximum number of rows on one page of a list of background work. */
export const mostAtOnce = 500

/**
 * Returns the query parameters of a paged list of background work. `before` is the cursor: only rows older than
 * the row with this id are returned.
 */
export const pageQuery = <State extends string>(states: readonly State[], pageSize: number) => ({
  state: z.enum(states).optional(),
  before: rowIdInPath.optional(),
  limit: z.coerce.number().int().min(1).max(mostAtOnce).default(pageSize),
})

/**
 * Returns the response fields that all paged lists of mails or other background work have: the cursor of the next page,
 * and the number of rows in each state. The numbers count rows that match all filters but the one by state.
 */
export const pageReply = <State extends string>(states: readonly State[]) => ({
  nextBefore: rowId.nullable(),
  counts: countsOf(states),
})

/** Minimum length of new passwords, in characters. */
export const shortestPassword = 12

/** Error message, on client and server, for a HEIC picture, which browsers cannot display. */
export const heicRefused =
  'This is an HEIC picture, as iPhones take them, and browsers cannot show it. Export it as JPEG and choose that; new photos are JPEG with Settings, Camera, Formats, Most Compatible.'
