import type { AuditEntry } from '#features/administrators/contract.ts'
import type { AuditAction } from '#kernel/values.ts'

/** What each act is called in the log. */
export const auditActionNames: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  event_created: 'Event created',
  event_changed: 'Event changed',
  event_deleted: 'Event deleted',
  picture_uploaded: 'Picture uploaded',
  import: 'Import',
  import_undone: 'Import undone',
  sample_removed: 'Sample series removed',
  export: 'Database exported',
  restore: 'Database restored',
  administrator_added: 'Administrator added',
  administrator_removed: 'Administrator removed',
  password_changed: 'Password changed',
  factor_set: 'Second factor set',
  factor_removed: 'Second factor removed',
  recovery_code_used: 'Recovery code used',
  confirmations_sent: 'Confirmations sent',
  mail_sent_again: 'Mail sent again',
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
}

const subjectWords: Record<string, string> = {
  attendees: 'Attendees',
  'video-access': 'Video access',
  video_access: 'Video access',
}

/** `speakerTitle` → `speaker title`. */
function spell(name: string) {
  return name.replaceAll(/[_A-Z]/g, (found) => (found === '_' ? ' ' : ` ${found.toLowerCase()}`))
}

function describeDetail([name, value]: [string, unknown]): string[] {
  if (
    name === 'batchId' ||
    name === 'eventId' ||
    name === 'address' ||
    name === 'to' ||
    name === 'by'
  )
    return []
  if (Array.isArray(value)) return value.length > 0 ? [value.map(String).map(spell).join(', ')] : []
  if (name === 'size') return [`${Math.ceil(Number(value) / 1024).toLocaleString('en-GB')} kB`]
  if (typeof value === 'number') return [`${value.toLocaleString('en-GB')} ${spell(name)}`]
  return typeof value === 'string' ? [`${spell(name)} ${spell(value)}`] : []
}

/** Who did it, as the log knows them: other names than administrators' are not recorded. */
export function describeActor({ username, details }: AuditEntry): string {
  if (username === null && details.by === 'person') return 'The person themselves'
  return username === null ? 'In the terminal' : username || 'An unknown name'
}

/** What an act was done to and with which numbers, in a line; empty where there is nothing to say. */
export function describeAuditEntry({ action, subject, details, count }: AuditEntry): string {
  const isMove = typeof details.from === 'string' && typeof details.to === 'string'
  const move = isMove ? [`${spell(String(details.from))} → ${spell(String(details.to))}`] : []
  const others = Object.entries(details).filter(([name]) => !(isMove && name === 'from'))
  const told = action === 'sign_in' || action === 'sign_in_failed' ? [] : [subject]
  return [
    ...(count > 1 ? [`${count.toLocaleString('en-GB')} times`] : []),
    ...told.map((text) => subjectWords[text] ?? text),
    ...move,
    ...others.flatMap(describeDetail),
  ]
    .filter(Boolean)
    .join(' · ')
}
