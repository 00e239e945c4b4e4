import { z } from 'zod'
import { cleanLine } from './clean-line.ts'
import { findBodyMistakes } from './mail-body.ts'
import { mailKinds, type MailKind } from './mail-kinds.ts'
import { withPlaceholders } from './placeholders.ts'

/** Maximum lengths of custom mail texts, in characters. */
export const mailTextLimits = {
  subject: 200,
  opening: 3000,
  body: 5000,
  closing: 3000,
  sender: 80,
} as const
export type MailTextName = keyof typeof mailTextLimits
export const mailTextNames = Object.keys(mailTextLimits) as MailTextName[]

/**
 * An organiser's custom texts of a kind of mail: plain text with placeholders. A body replaces the opening and all other
 * parts between the site's name and the closing text.
 */
export type MailTexts = Partial<Record<MailTextName, string | undefined>>

/**
 * The texts of announcement mails that organisers can customise for all announcements. Subject and body are written for
 * each announcement.
 */
const ofAnnouncements: readonly MailTextName[] = ['closing', 'sender']

/** Returns the names of the texts that organisers can customise in mails of a kind. */
export function mailTextNamesOf(kind: MailKind): readonly MailTextName[] {
  return kind === 'announcement' ? ofAnnouncements : mailTextNames
}

/** Cleans each line of a text and removes empty lines. */
function cleanLines(text: string) {
  return text
    .split(/\r\n|[\r\n]/)
    .map(cleanLine)
    .filter(Boolean)
    .join('\n')
}

/**
 * Returns the schema of a custom mail text. Error messages begin with `label`, the label of the field in the
 * form.
 */
function mailText(name: MailTextName, label: string) {
  const most = mailTextLimits[name]
  const clean = isOfLines(name) ? cleanLines : cleanLine
  return z
    .string({ error: `${label} must be text` })
    .overwrite(clean)
    .max(most, `${label} must have at most ${most} characters`)
}

/** Returns whether a text may have several lines. */
export function isOfLines(name: MailTextName): boolean {
  return name === 'opening' || name === 'body' || name === 'closing'
}

export const mailTextSchemas = {
  subject: withPlaceholders(mailText('subject', 'Subject')),
  opening: withPlaceholders(mailText('opening', 'Opening text')),
  /** The placeholders of a body depend on the kind of mail: `findBodyMistakes`. */
  body: mailText('body', 'Body'),
  closing: withPlaceholders(mailText('closing', 'Closing text')),
  sender: withPlaceholders(mailText('sender', "Sender's name")),
} as const

const notEmpty = 'must not be empty; leave it out to use the default text'
function storedOf(kind: MailKind) {
  const names = mailTextNamesOf(kind)
  const body = mailTextSchemas.body.min(1, notEmpty).superRefine((text, context) => {
    for (const mistake of findBodyMistakes(kind, text)) context.addIssue(mistake)
  })
  const stored = {
    subject: mailTextSchemas.subject.min(1, notEmpty).optional(),
    opening: mailTextSchemas.opening.min(1, notEmpty).optional(),
    body: body.optional(),
    closing: mailTextSchemas.closing.min(1, notEmpty).optional(),
    sender: mailTextSchemas.sender.min(1, notEmpty).optional(),
  }
  const kept = Object.entries(stored).filter(([name]) => names.includes(name as MailTextName))
  return z.strictObject(Object.fromEntries(kept)).optional()
}

export type SiteMails = { [Kind in MailKind]?: MailTexts | undefined }

/** Schema of the custom mail texts, by kind of mail. If a text is missing, mails contain the default text. */
export const siteMailsSchema = z.strictObject(
  Object.fromEntries(mailKinds.map((kind) => [kind, storedOf(kind)])),
) as unknown as z.ZodType<SiteMails>

/**
 * Maps the former names of mail openings to the kind of mail, to read site content of older versions, which stored the
 * opening sentences of mails among the page texts.
 */
export const formerOpenings: Record<string, MailKind> = {
  confirmation: 'registration_confirmed',
  preRegistration: 'pre_registration_noted',
  libraryAccess: 'library_access',
  interest: 'interest_noted',
  registrationOpen: 'registration_open',
  dateConfirmed: 'date_confirmed',
  dayBefore: 'reminder_24h',
  hourBefore: 'reminder_1h',
  recording: 'recording_ready',
  crew: 'crew_added',
}
