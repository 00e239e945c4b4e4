import { fieldLabels } from '#features/settings/admin/area-labels.ts'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import type { AuditAction } from '#kernel/values.ts'
import { writeCount } from '#kernel/write-count.ts'

export const auditActionNames: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  event_created: 'Event created',
  event_changed: 'Event changed',
  event_deleted: 'Event deleted',
  event_defaults_changed: 'Event defaults changed',
  picture_uploaded: 'Picture uploaded',
  import: 'People imported',
  import_undone: 'Import undone',
  sample_removed: 'Sample content removed',
  setup_marked: 'Setup guide changed',
  copy_asked: 'Backup requested',
  site_saved: 'Website draft saved',
  site_published: 'Website published',
  site_restored: 'Website version restored',
  site_imported: 'Website imported',
  export: 'Database exported',
  restore: 'Database restored',
  key_rotated: 'Signing key of links replaced',
  administrator_added: 'Administrator added',
  administrator_removed: 'Administrator removed',
  role_changed: 'Role changed',
  password_changed: 'Password changed',
  password_reset: 'Password reset by email',
  invitation_sent_again: 'Invitation sent again',
  invitation_accepted: 'Invitation accepted',
  recovery_email_changed: 'Recovery email changed',
  factor_set: 'Two-factor authentication set up',
  factor_removed: 'Two-factor authentication removed',
  recovery_code_used: 'Recovery code used',
  confirmations_sent: 'Confirmations sent',
  mail_sent_again: 'Email sent again',
  mails_stopped: 'Planned emails stopped',
  mails_sent_now: 'Emails sent immediately',
  bounce_cleared: 'Bounced address unblocked',
  seat_taken: 'Place confirmed',
  registration_cancelled: 'Registration cancelled',
  person_unsubscribed: 'Person unsubscribed',
  person_changed: 'Person edited',
  person_merged: 'People merged',
  person_exported: 'Data of a person exported',
  person_erased: 'Person erased',
  transcript_given: 'Transcript saved',
  transcript_removed: 'Transcript removed',
  chapters_given: 'Chapters saved',
  material_added: 'Event link or file added',
  material_removed: 'Event link or file removed',
  show_notes_saved: 'Show notes saved',
  form_questions_changed: 'Form questions changed',
  crew_added: 'Guest or host added',
  crew_changed: 'Guest or host changed',
  crew_removed: 'Guest or host removed',
  settings_changed: 'Settings changed',
  settings_tried: 'Settings tested',
  announcement_created: 'Announcement created',
  announcement_changed: 'Announcement changed',
  announcement_deleted: 'Announcement deleted',
  announcement_tested: 'Announcement tested',
  announcement_approved: 'Announcement sent',
  announcement_stopped: 'Announcement stopped',
  announcement_resumed: 'Announcement resumed',
  announcement_retried: 'Failed emails retried',
  api_key_created: 'API key created',
  api_key_removed: 'API key removed',
  webhook_added: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_switched_on: 'Webhook switched on',
  webhook_switched_off: 'Webhook switched off',
  webhook_secret_rotated: 'Webhook secret replaced',
  webhook_tested: 'Webhook tested',
  webhook_sent_again: 'Webhook delivery repeated',
}

/** Sentence for each action of the audit log; the name of the entry's subject replaces `…`. */
const sentences: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  event_created: 'Created the event …',
  event_changed: 'Changed the event …',
  event_deleted: 'Deleted the event …',
  event_defaults_changed: 'Changed the event defaults',
  picture_uploaded: 'Uploaded the picture …',
  import: 'Imported …',
  import_undone: 'Undid an import of …',
  sample_removed: 'Removed the sample content',
  setup_marked: 'Changed the setup guide: …',
  copy_asked: 'Requested a backup',
  site_saved: 'Saved the website draft',
  site_published: 'Published the website',
  site_restored: 'Restored a version of the website as draft',
  site_imported: 'Imported the website from …',
  export: 'Exported the database',
  restore: 'Restored the database from …',
  key_rotated: 'Replaced the key that signs links in emails',
  administrator_added: 'Added the administrator …',
  administrator_removed: 'Removed the administrator …',
  role_changed: 'Changed the role of …',
  password_changed: 'Changed the password of …',
  password_reset: 'Reset the password of … by email',
  invitation_sent_again: 'Sent the invitation to … again',
  invitation_accepted: 'Accepted the invitation for …',
  recovery_email_changed: 'Changed the recovery email of …',
  factor_set: 'Set up two-factor authentication for …',
  factor_removed: 'Removed two-factor authentication of …',
  recovery_code_used: 'Signed in with a recovery code',
  confirmations_sent: 'Sent confirmations after an import of …',
  mail_sent_again: 'Sent an email again to …',
  mails_stopped: 'Stopped emails about …',
  mails_sent_now: 'Sent emails about … immediately',
  bounce_cleared: 'Unblocked the bounced address …',
  seat_taken: 'Confirmed a place for …',
  registration_cancelled: 'Cancelled the registration of …',
  person_unsubscribed: 'Unsubscribed …',
  person_changed: 'Edited the details of …',
  person_merged: 'Merged two people: …',
  person_exported: 'Exported all data of …',
  person_erased: 'Erased a person',
  transcript_given: 'Saved a transcript for …',
  transcript_removed: 'Removed the transcript of …',
  chapters_given: 'Saved chapters for …',
  material_added: 'Added a link or file to …',
  material_removed: 'Removed a link or file from …',
  show_notes_saved: 'Saved show notes for …',
  form_questions_changed: 'Changed the form questions of …',
  crew_added: 'Added a guest or host to …',
  crew_changed: 'Changed a guest or host of …',
  crew_removed: 'Removed a guest or host from …',
  settings_changed: 'Changed the settings of …',
  settings_tried: 'Tested the connection of …',
  announcement_created: 'Created the announcement “…”',
  announcement_changed: 'Changed the announcement “…”',
  announcement_deleted: 'Deleted the draft announcement “…”',
  announcement_tested: 'Sent a test of the announcement “…”',
  announcement_approved: 'Sent the announcement “…”',
  announcement_stopped: 'Stopped the announcement “…”',
  announcement_resumed: 'Resumed the announcement “…”',
  announcement_retried: 'Retried failed emails of the announcement “…”',
  api_key_created: 'Created the API key “…”',
  api_key_removed: 'Removed the API key “…”',
  webhook_added: 'Added the webhook to …',
  webhook_changed: 'Changed the webhook to …',
  webhook_removed: 'Removed the webhook to …',
  webhook_switched_on: 'Switched the webhook to … on',
  webhook_switched_off: 'Switched the webhook to … off',
  webhook_secret_rotated: 'Replaced the secret of the webhook to …',
  webhook_tested: 'Tested the webhook to …',
  webhook_sent_again: 'Repeated a webhook delivery to …',
}

/** Labels of changed fields; `spell` derives the label of other fields from the field's name. */
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
  recordingReady: 'released to members',
  webinarId: 'webinar ID',
  webinarKind: 'Zoom type',
  roomUrl: 'meeting link',
  capacity: 'seats',
  followUps: 'emails after the event',
  cancelledAt: 'cancelled',
  publishAt: 'visibility',
  slug: 'address of its page',
  linkedin: 'LinkedIn',
}

/** Returns a label in lower case for use within a sentence; abbreviations such as "API key" stay. */
function lowerFirst(label: string) {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}

const settingWords: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(fieldLabels).map(([name, { label }]) => [name, lowerFirst(label)]),
)

/**
 * Returns the label of a changed field: `speaker title` for `speakerTitle`; settings are labelled as in their form.
 */
function spell(name: string) {
  const spelt = name.replaceAll(/[_A-Z]/g, (found) =>
    found === '_' ? ' ' : ` ${found.toLowerCase()}`,
  )
  return settingWords[name] ?? fieldNames[name] ?? spelt
}

/** Fields that always change when the status changes. The audit log does not list them beside the status. */
const followsStatus = new Set(['status', 'storedStatus'])

const numbers: [name: string, one: string, many: string][] = [
  ['imported', 'new person', 'new people'],
  ['updated', 'known person', 'known people'],
  ['eventRegistrations', 'registration', 'registrations'],
  ['videoOnly', 'with video access only', 'with video access only'],
  ['duplicates', 'duplicate', 'duplicates'],
  ['failed', 'line with an error', 'lines with an error'],
  ['removed', 'row removed', 'rows removed'],
  ['restored', 'row restored', 'rows restored'],
  ['left', 'row kept', 'rows kept'],
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
    return [writeCount(number, one, many)]
  })
}

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const nameOf = (names: Record<string, string>, key: unknown) =>
  typeof key === 'string' ? (names[key] ?? spell(key)) : undefined

function describeDetails({ action, details, batch, person, event }: AuditEntry): string[] {
  const { from, to, fields, topics, scopes, mail, role, size, isPublic } = details
  const isRole = action === 'role_changed'
  const isMove = typeof from === 'string' && typeof to === 'string'
  const changed = texts(fields).filter((field) => !isMove || !followsStatus.has(field))
  const mailName = nameOf(mailNames, mail)
  return [
    ...(mailName === undefined ? [] : [`“${mailName}”`]),
    ...(person && event ? [`for ${event.title}`] : []),
    ...(typeof role === 'string' ? [spell(role)] : []),
    ...(isMove ? [`${isRole ? '' : 'status '}from ${spell(from)} to ${spell(to)}`] : []),
    ...(changed.length > 0 ? [[...new Set(changed.map(spell))].join(', ')] : []),
    ...(texts(scopes).length > 0 ? [`for ${texts(scopes).join(', ')}`] : []),
    ...(texts(topics).length > 0 ? [`from ${texts(topics).join(' and ')}`] : []),
    ...(typeof size === 'number' ? [`${Math.ceil(size / 1024).toLocaleString('en-GB')} kB`] : []),
    ...(typeof details.copyOf === 'number' ? ['as a copy, a draft'] : []),
    ...(isPublic === true ? ['visible to everyone'] : []),
    ...(typeof details.for === 'string' ? [`for ${details.for}`] : []),
    ...describeNumbers({ ...batch, ...details }),
  ]
}

const subjectWords: Record<string, string> = {
  attendees: 'attendees',
  'video-access': 'video access',
  video_access: 'video access',
}

/** Returns whether the subject of an audit log entry is a person's key, which is displayed as the person's name. */
const isKey = (subject: string) => /^[0-9a-f]{32}$/.test(subject)

type Sentence = {
  before: string
  /** The object of the entry: its name, and the path of its admin page if there is one. */
  about: { name: string; to: string | null } | null
  after: string
}

function findAbout({ subject, person, event }: AuditEntry): NonNullable<Sentence['about']> {
  if (person)
    return { name: person.name || 'a person without a name', to: `/admin/people/${person.key}` }
  if (event) return { name: event.title, to: `/admin/events/${event.id}` }
  if (subject === '' || isKey(subject)) return { name: 'a person who is no longer known', to: null }
  return { name: subjectWords[subject] ?? subject, to: null }
}

/** Returns an audit log entry as a sentence: action, subject and numbers. */
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

/**
 * Returns who acted: an administrator, by an API key if so, a person, or a terminal command. Failed sign-ins with an
 * unknown name do not record that name.
 */
export function describeActor({ username, details }: AuditEntry): string {
  if (username === null && details.by === 'person') return 'The person concerned'
  const viaKey =
    typeof details.keyName === 'string' ? `, with the API key “${details.keyName}”` : ''
  return username === null ? 'Command line' : `${username || 'Unknown username'}${viaKey}`
}
