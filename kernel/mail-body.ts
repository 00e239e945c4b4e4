import type { MailKind } from './mail-kinds.ts'
import { placeholderNames, placeholderPattern } from './placeholders.ts'

/**
 * The placeholders that only the body of a mail may contain, each with the part of the mail that it inserts. Each is on
 * a line of its own; within a sentence, `{link}` inserts the address of the button.
 */
export const bodyPlaceholders = {
  heading: 'the title',
  code: 'the six digits',
  notice: 'the sentence with the facts, such as a deadline',
  details: 'guest and time of the event',
  link: 'the button with its note',
  materials: 'links and files of the event',
  nextEvent: 'the next event',
  summary: 'the numbers and open tasks',
} as const
export type BodyPlaceholder = keyof typeof bodyPlaceholders

/** The body placeholders of each kind of mail; `!` marks those without which the mail would be useless. */
const placeholdersOfKinds: Record<
  Exclude<MailKind, 'announcement'>,
  (BodyPlaceholder | `${BodyPlaceholder}!`)[]
> = {
  registration_confirmed: ['heading', 'details', 'link!'],
  pre_registration_noted: ['heading', 'notice'],
  waitlist_joined: ['heading', 'notice', 'details', 'link!'],
  seat_offered: ['heading', 'notice!', 'details', 'link!'],
  series_requested: ['heading', 'notice', 'link!'],
  series_registered: ['heading', 'details', 'link!'],
  library_access: ['heading', 'link!'],
  interest_noted: ['heading', 'link'],
  registration_open: ['heading', 'details', 'link!'],
  date_confirmed: ['heading', 'notice', 'details!', 'link!'],
  reminder_24h: ['heading', 'details', 'link!'],
  reminder_1h: ['heading', 'details', 'link!'],
  moved: ['heading', 'notice', 'details!', 'link!'],
  cancelled: ['heading', 'notice', 'link'],
  restored: ['heading', 'notice', 'details!', 'link!'],
  recording_ready: ['heading', 'link!', 'materials'],
  thank_you: ['heading', 'link!', 'materials', 'nextEvent'],
  missed_you: ['heading', 'link!', 'materials', 'nextEvent'],
  feedback_question: ['heading', 'link!'],
  quote_published: ['heading', 'notice!', 'link!'],
  join_link: ['heading', 'details', 'link!'],
  library_link: ['heading', 'link!'],
  resubscribe_link: ['heading', 'notice', 'link!'],
  sign_in_code: ['code!', 'notice', 'link'],
  address_changed: ['heading', 'notice', 'link!'],
  address_left: ['heading', 'notice', 'link'],
  crew_added: ['heading', 'details', 'link!'],
  crew_reminder_24h: ['heading', 'details', 'link!'],
  crew_reminder_1h: ['heading', 'details', 'link!'],
  crew_moved: ['heading', 'notice', 'details!', 'link!'],
  crew_cancelled: ['heading', 'notice'],
  crew_restored: ['heading', 'notice', 'details!', 'link!'],
  recording_approval: ['heading', 'link!'],
  recording_released: ['heading', 'link!'],
  password_reset: ['heading', 'notice', 'link!'],
  administrator_invited: ['heading', 'notice', 'link!'],
  recovery_email_confirmation: ['heading', 'notice', 'link!'],
  recovery_email_changed: ['heading', 'notice', 'link'],
  weekly_summary: ['heading', 'summary!', 'link'],
}

/** Returns the body placeholders of a kind of mail in their usual order; none for announcements. */
export function listBodyPlaceholders(kind: MailKind) {
  const marked = kind === 'announcement' ? [] : placeholdersOfKinds[kind]
  return marked.map((one) => ({
    name: one.replace('!', '') as BodyPlaceholder,
    isRequired: one.endsWith('!'),
  }))
}

/** Returns the name of the body placeholder that is alone on this line; undefined if there is none. */
export function readBodyLine(line: string): BodyPlaceholder | undefined {
  const name = /^\{(\w+)\}$/.exec(line.trim())?.[1]
  return name !== undefined && Object.hasOwn(bodyPlaceholders, name)
    ? (name as BodyPlaceholder)
    : undefined
}

/**
 * Returns a message for each mistake in the body of a kind of mail: a placeholder that the kind does not have, one that
 * is not on a line of its own, and a required one that is missing.
 */
export function findBodyMistakes(kind: MailKind, body: string): string[] {
  const own = listBodyPlaceholders(kind)
  const known: string[] = [...placeholderNames, ...own.map(({ name }) => name)]
  const found = [...body.matchAll(placeholderPattern)].map(([, name]) => name!)
  const unknown = [...new Set(found)].filter((name) => !known.includes(name))
  const list = known.map((name) => `{${name}}`).join(', ')
  const within = body
    .split('\n')
    .filter((line) => readBodyLine(line) === undefined)
    .flatMap((line) => [...line.matchAll(placeholderPattern)].map(([, name]) => name!))
  const misplaced = own.filter(({ name }) => name !== 'link' && within.includes(name))
  const missing = own.filter(({ name, isRequired }) => isRequired && !found.includes(name))
  return [
    ...unknown.map((name) => `There is no placeholder {${name}} in this email. There are ${list}.`),
    ...misplaced.map(({ name }) => `{${name}} must be on a line of its own.`),
    ...missing.map(({ name }) => `{${name}} is missing: ${bodyPlaceholders[name]}.`),
  ]
}
