import { z } from 'zod'
import { cleanEmailAddress, emailAddress } from './email-address.ts'

/** Largest lengths in characters. Specification, "Forms". */
export const limits = { name: 120, email: 254, mobile: 40, questions: 4000 } as const

const noNul = (value: string) => !value.includes('\u0000')
const nulMessage = 'Text must not contain a NUL character'

/** Trimmed text of at most `max` characters, possibly empty. */
function bounded(label: string, max: number) {
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

/** An e-mail, cleaned as it may be pasted, in lower case: the key of a person everywhere. */
export function emailWith(message: string) {
  return z
    .string({ error: message })
    .overwrite(cleanEmailAddress)
    .max(limits.email, `Email may have at most ${limits.email} characters`)
    .pipe(z.email({ pattern: emailAddress, error: message }))
}

export const email = emailWith('Please enter a valid email address')

/** An email that may be left out, null or empty; all three become undefined. */
export const optionalEmail = z
  .string({ error: 'Please enter a valid email address' })
  .nullish()
  .transform((value) => value?.trim() || undefined)
  .pipe(email.optional())

const idMessage = 'Must be the number of an event'

/** The id of a stored row: a positive 32-bit integer. */
export const rowId = z.int({ error: idMessage }).min(1, idMessage).max(2147483647, idMessage)

/** The same id as it stands in an address. */
export const rowIdInPath = z.coerce.number({ error: idMessage }).pipe(rowId)

const batchMessage = 'Must be 1 to 64 letters, digits, hyphens or underscores'

/** The id of an import, made by the page that sends it, by `client/api/new-batch-id.ts`. */
export const batchId = z.string({ error: batchMessage }).regex(/^[\w.:-]{1,64}$/, batchMessage)

/** An optional event id; null counts as left out. */
export const optionalEventId = rowId.nullish().transform((value) => value ?? undefined)

export const flag = z.boolean({ error: 'Must be true or false' }).nullish()

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime()

/** Calls behind the links in mails. Each is authorised by the token that the mail carried. */

export const linkToken = requiredText('The link', 'The link is not complete', 100)
export const byToken = z.object({ token: linkToken })

export const sameForEveryone = z.object({ message: z.string() })

/** Everybody whose e-mail is known, for the admin area. Specification, "People in the admin area". */

/**
 * Random, and the same whatever becomes of the person's e-mail: no address stands in a path or log.
 */
export const personKey = bounded('Key', 64)
/** Beside a name anywhere in the admin area: where its page is; null where nobody has this address. */
export const ofPerson = { personKey: z.string().nullable() }

/** Lists of work that was or is to be done, in pages: mails, seats, members. */

/** How much of the work is in which state. */
export const countsOf = <State extends string>(states: readonly State[]) =>
  z.record(z.enum(states), z.int())

/** How many rows of such a list one call answers at most. */
export const mostAtOnce = 500

/** Which page is asked for; `before`: rows older than this one. */
export const pageQuery = <State extends string>(states: readonly State[], pageSize: number) => ({
  state: z.enum(states).optional(),
  before: rowIdInPath.optional(),
  limit: z.coerce.number().int().min(1).max(mostAtOnce).default(pageSize),
})

/** What goes with a page: the next one, and counts of all that was asked for, whatever state and page. */
export const pageReply = <State extends string>(states: readonly State[]) => ({
  nextBefore: rowId.nullable(),
  counts: countsOf(states),
})

/** Of every new password, in characters. */
export const shortestPassword = 12

/** What is said of a picture that browsers cannot show, on either side. */
export const heicRefused =
  'This is an HEIC picture, as iPhones take them, and browsers cannot show it. Export it as JPEG and choose that; new photos are JPEG with Settings, Camera, Formats, Most Compatible.'
