import { fieldLabels } from '#features/settings/admin/area-labels.ts'
import type { AuditEntry } from '#features/administrators/contract.ts'
import { mailNames } from '#kernel/mail-kinds.ts'
import { writeCount } from '#kernel/write-count.ts'
import { auditSentences } from './audit-actions.ts'

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
  const [before = '', rest] = auditSentences[entry.action].split('…')
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
