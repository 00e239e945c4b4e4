import { fieldWords } from '#features/settings/admin/area-words.ts'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import type { AuditAction } from '#kernel/values.ts'

export const auditActionNames: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  event_created: 'Event created',
  event_changed: 'Event changed',
  event_deleted: 'Event deleted',
  picture_uploaded: 'Picture uploaded',
  import: 'Import',
  import_undone: 'Import undone',
  sample_removed: 'Sample content removed',
  setup_marked: 'Setup guide changed',
  copy_asked: 'Copy asked for',
  site_saved: 'Draft of the site saved',
  site_published: 'Site published',
  site_restored: 'Version of the site restored',
  site_imported: 'Site imported',
  export: 'Database exported',
  restore: 'Database restored',
  key_rotated: 'Key of links changed',
  administrator_added: 'Administrator added',
  administrator_removed: 'Administrator removed',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  invitation_sent_again: 'Invitation sent again',
  invitation_accepted: 'Invitation accepted',
  recovery_email_changed: 'Recovery email changed',
  factor_set: 'Second factor set',
  factor_removed: 'Second factor removed',
  recovery_code_used: 'Recovery code used',
  confirmations_sent: 'Confirmations sent',
  mail_sent_again: 'Mail sent again',
  mails_stopped: 'Mails stopped',
  mails_sent_now: 'Mails sent at once',
  bounce_cleared: 'Address written to again',
  seat_taken: 'Seat taken for somebody',
  registration_cancelled: 'Registration cancelled',
  person_unsubscribed: 'Person unsubscribed',
  person_changed: 'Person corrected',
  person_merged: 'People merged',
  person_exported: 'Person exported',
  person_erased: 'Person erased',
  transcript_given: 'Transcript given',
  transcript_removed: 'Transcript removed',
  chapters_given: 'Chapters given',
  crew_added: 'Crew member added',
  crew_changed: 'Crew member changed',
  crew_removed: 'Crew member removed',
  settings_changed: 'Settings changed',
  settings_tried: 'Settings tried',
  announcement_created: 'Announcement begun',
  announcement_changed: 'Announcement changed',
  announcement_deleted: 'Announcement removed',
  announcement_tested: 'Announcement tried',
  announcement_approved: 'Announcement approved',
  announcement_stopped: 'Announcement stopped',
  announcement_resumed: 'Announcement gone on with',
  announcement_retried: 'Announcement tried again',
  api_key_created: 'Key for programs made',
  api_key_removed: 'Key for programs removed',
  webhook_added: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_switched_on: 'Webhook switched on',
  webhook_switched_off: 'Webhook switched off',
  webhook_secret_rotated: 'New secret of a webhook',
  webhook_tested: 'Webhook tested',
  webhook_sent_again: 'Delivery of a webhook sent again',
}

/** In each sentence, `…` is replaced by the subject of the action. */
const sentences: Record<AuditAction, string> = {
  sign_in: 'Entered the admin area',
  sign_in_failed: 'Tried to enter the admin area',
  event_created: 'Created …',
  event_changed: 'Changed …',
  event_deleted: 'Deleted …',
  picture_uploaded: 'Uploaded …',
  import: 'Imported …',
  import_undone: 'Took back an import of …',
  sample_removed: 'Removed the sample content',
  setup_marked: 'Changed what is left of the set-up: …',
  copy_asked: 'Asked for a copy of the database',
  site_saved: 'Saved the draft of the site',
  site_published: 'Published the site',
  site_restored: 'Put an earlier version of the site into the draft',
  site_imported: 'Imported the site from …',
  export: 'Exported the database',
  restore: 'Restored the database from …',
  key_rotated: 'Changed the key that signs links',
  administrator_added: 'Added …',
  administrator_removed: 'Removed …',
  password_changed: 'Changed the password of …',
  password_reset: 'Reset the password of … by a mailed link',
  invitation_sent_again: 'Sent the invitation of … again',
  invitation_accepted: 'Accepted the invitation of …',
  recovery_email_changed: 'Changed the recovery email of …',
  factor_set: 'Set a second factor for …',
  factor_removed: 'Removed the second factor of …',
  recovery_code_used: 'Signed in with a recovery code',
  confirmations_sent: 'Sent confirmations after an import of …',
  mail_sent_again: 'Sent a mail again to …',
  mails_stopped: 'Stopped mails of …',
  mails_sent_now: 'Sent mails of … at once',
  bounce_cleared: 'Let mails go to … again',
  seat_taken: 'Took a seat for …',
  registration_cancelled: 'Cancelled the registration of …',
  person_unsubscribed: 'Unsubscribed …',
  person_changed: 'Corrected …',
  person_merged: 'Made two rows one: …',
  person_exported: 'Handed out all data of …',
  person_erased: 'Erased a person',
  transcript_given: 'Gave a transcript to …',
  transcript_removed: 'Took the transcript from …',
  chapters_given: 'Gave chapters to …',
  crew_added: 'Added to the crew of …',
  crew_changed: 'Changed the crew of …',
  crew_removed: 'Took out of the crew of …',
  settings_changed: 'Changed the settings of …',
  settings_tried: 'Tried the settings of …',
  announcement_created: 'Began the announcement “…”',
  announcement_changed: 'Changed the announcement “…”',
  announcement_deleted: 'Removed the draft of the announcement “…”',
  announcement_tested: 'Sent a test of the announcement “…”',
  announcement_approved: 'Approved the announcement “…”',
  announcement_stopped: 'Stopped the announcement “…”',
  announcement_resumed: 'Went on with the announcement “…”',
  announcement_retried: 'Tried failed mails again of the announcement “…”',
  api_key_created: 'Made the key for programs “…”',
  api_key_removed: 'Removed the key for programs “…”',
  webhook_added: 'Added the webhook to …',
  webhook_changed: 'Changed the webhook to …',
  webhook_removed: 'Removed the webhook to …',
  webhook_switched_on: 'Switched the webhook to … on',
  webhook_switched_off: 'Switched the webhook to … off',
  webhook_secret_rotated: 'Made a new secret of the webhook to …',
  webhook_tested: 'Tested the webhook to …',
  webhook_sent_again: 'Sent a delivery to … again',
}

/** Labels of fields; other fields are derived from their name. */
const fieldNames: Record<string, string> = {
  storedStatus: 'status',
  eventDate: 'date',
  eventTime: 'start',
  eventEndTime: 'end',
  videoUrl: 'recording link',
  hasRecording: 'recording',
  featureImage: 'feature image',
  bannerImage: 'banner image',
  dateConfirmed: 'date confirmed',
  recordingReady: 'recording ready',
  webinarId: 'webinar ID',
  webinarKind: 'kind of webinar',
  roomUrl: 'room address',
  cancelledAt: 'cancelled',
  publishAt: 'publishing',
  slug: 'address of its page',
  linkedin: 'LinkedIn',
}

const settingWords: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(fieldWords).map(([name, { label }]) => [name, label.toLowerCase()]),
)

/** Converts `speakerTitle` to `speaker title`; settings have the names of their forms. */
function spell(name: string) {
  const spelt = name.replaceAll(/[_A-Z]/g, (found) =>
    found === '_' ? ' ' : ` ${found.toLowerCase()}`,
  )
  return settingWords[name] ?? fieldNames[name] ?? spelt
}

/** The effective status follows the stored one, so it is not listed twice. */
const followsStatus = new Set(['status', 'storedStatus'])

const numbers: [name: string, one: string, many: string][] = [
  ['imported', 'person new', 'people new'],
  ['updated', 'person known before', 'people known before'],
  ['eventRegistrations', 'registration', 'registrations'],
  ['videoOnly', 'for the library alone', 'for the library alone'],
  ['duplicates', 'known already', 'known already'],
  ['failed', 'line with an error', 'lines with an error'],
  ['removed', 'row removed', 'rows removed'],
  ['restored', 'row restored', 'rows restored'],
  ['left', 'row left', 'rows left'],
  ['people', 'person', 'people'],
  ['registrations', 'registration', 'registrations'],
  ['events', 'event', 'events'],
  ['lines', 'line', 'lines'],
  ['chapters', 'chapter', 'chapters'],
  ['keysEnded', 'API key ended', 'API keys ended'],
]

function describeNumbers(counted: Record<string, unknown>): string[] {
  return numbers.flatMap(([name, one, many]) => {
    const number = counted[name]
    if (typeof number !== 'number' || number === 0) return []
    return [`${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`]
  })
}

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const nameOf = (names: Record<string, string>, key: unknown) =>
  typeof key === 'string' ? (names[key] ?? spell(key)) : undefined

function describeDetails({ details, batch, person, event }: AuditEntry): string[] {
  const { from, to, fields, topics, scopes, mail, role, size, isPublic } = details
  const isMove = typeof from === 'string' && typeof to === 'string'
  const changed = texts(fields).filter((field) => !isMove || !followsStatus.has(field))
  const mailName = nameOf(mailNames, mail)
  return [
    ...(mailName === undefined ? [] : [`“${mailName}”`]),
    ...(person && event ? [`for ${event.title}`] : []),
    ...(typeof role === 'string' ? [spell(role)] : []),
    ...(isMove ? [`status from ${spell(from)} to ${spell(to)}`] : []),
    ...(changed.length > 0 ? [[...new Set(changed.map(spell))].join(', ')] : []),
    ...(texts(scopes).length > 0 ? [`for ${texts(scopes).join(', ')}`] : []),
    ...(texts(topics).length > 0 ? [`from ${texts(topics).join(' and ')}`] : []),
    ...(typeof size === 'number' ? [`${Math.ceil(size / 1024).toLocaleString('en-GB')} kB`] : []),
    ...(typeof details.copyOf === 'number' ? ['as a copy, a draft'] : []),
    ...(isPublic === true ? ['open to everybody'] : []),
    ...(typeof details.for === 'string' ? [`for ${details.for}`] : []),
    ...describeNumbers({ ...batch, ...details }),
  ]
}

const subjectWords: Record<string, string> = {
  attendees: 'attendees',
  'video-access': 'video access',
  video_access: 'video access',
}

/** Returns whether a subject is a person's key, which means nothing to readers. */
const isKey = (subject: string) => /^[0-9a-f]{32}$/.test(subject)

type Sentence = {
  before: string
  /** The subject's name and the path of its page. */
  about: { name: string; to: string | null } | null
  after: string
}

function findAbout({ subject, person, event }: AuditEntry): NonNullable<Sentence['about']> {
  if (person) return { name: person.name || 'somebody', to: `/admin/people/${person.key}` }
  if (event) return { name: event.title, to: `/admin/events/${event.id}` }
  if (subject === '' || isKey(subject)) return { name: 'somebody who is not known now', to: null }
  return { name: subjectWords[subject] ?? subject, to: null }
}

/** Describes an entry as a sentence: action, subject and numbers. */
export function describeAuditEntry(entry: AuditEntry): Sentence {
  const [before = '', rest] = sentences[entry.action].split('…')
  const times = entry.count > 1 ? [`${entry.count.toLocaleString('en-GB')} times`] : []
  const told = [...times, ...describeDetails(entry)].join('; ')
  return {
    before,
    about: rest === undefined ? null : findAbout(entry),
    after: `${rest ?? ''}${told && `: ${told}`}.`,
  }
}

/** Returns the name of the administrator. Other names that were tried are not recorded. */
export function describeActor({ username, details }: AuditEntry): string {
  if (username === null && details.by === 'person') return 'The person themselves'
  const by = typeof details.keyName === 'string' ? `, by the key “${details.keyName}”` : ''
  return username === null ? 'In the terminal' : `${username || 'An unknown name'}${by}`
}
