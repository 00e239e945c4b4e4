import { z } from 'zod'
import { cleanLine } from './clean-line.ts'
import { mailKinds, type MailKind } from './mail-kinds.ts'
import { withPlaceholders } from './placeholders.ts'

/** Largest lengths in characters. */
export const mailTextLimits = { subject: 200, opening: 3000, closing: 3000, sender: 80 } as const
export type MailTextName = keyof typeof mailTextLimits
export const mailTextNames = Object.keys(mailTextLimits) as MailTextName[]

/** What an organiser says in their own words in a kind of mail: plain text with placeholders. */
export type MailTexts = Partial<Record<MailTextName, string | undefined>>

/** Of a mail whose subject and text are written each time. */
const ofAnnouncements: readonly MailTextName[] = ['closing', 'sender']

/** What can be said in one's own words in mails of a kind. */
export function mailTextNamesOf(kind: MailKind): readonly MailTextName[] {
  return kind === 'announcement' ? ofAnnouncements : mailTextNames
}

/** Paragraphs, a line each. */
function cleanLines(text: string) {
  return text
    .split(/\r\n|[\r\n]/)
    .map(cleanLine)
    .filter(Boolean)
    .join('\n')
}

/** A text, called in messages what its form calls it. */
function mailText(name: MailTextName, label: string) {
  const most = mailTextLimits[name]
  const clean = name === 'opening' || name === 'closing' ? cleanLines : cleanLine
  return withPlaceholders(
    z
      .string({ error: `${label} must be text` })
      .overwrite(clean)
      .max(most, `${label} must have at most ${most} characters`),
  )
}

export const mailTextSchemas = {
  subject: mailText('subject', 'Subject'),
  opening: mailText('opening', 'Opening words'),
  closing: mailText('closing', 'Closing words'),
  sender: mailText('sender', "Sender's name"),
} as const

const notEmpty = 'must not be empty; leave it out for the plain text'
const stored = {
  subject: mailTextSchemas.subject.min(1, notEmpty).optional(),
  opening: mailTextSchemas.opening.min(1, notEmpty).optional(),
  closing: mailTextSchemas.closing.min(1, notEmpty).optional(),
  sender: mailTextSchemas.sender.min(1, notEmpty).optional(),
}

function storedOf(kind: MailKind) {
  const names = mailTextNamesOf(kind)
  const kept = Object.entries(stored).filter(([name]) => names.includes(name as MailTextName))
  return z.strictObject(Object.fromEntries(kept)).optional()
}

export type SiteMails = { [Kind in MailKind]?: MailTexts | undefined }

/** Mails in the organiser's own words, by kind: what is left out is as the kind says it. */
export const siteMailsSchema = z.strictObject(
  Object.fromEntries(mailKinds.map((kind) => [kind, storedOf(kind)])),
) as unknown as z.ZodType<SiteMails>

/** How the openings were called that stood among the texts of a series. */
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
