import type { Source } from './source-tree.ts'

/**
 * Words that are ambiguous or belong to no glossary, with their replacement from kernel/README.md, "Glossary".
 * Forbidden as identifiers; prose, displayed texts and stored values may contain them.
 */
const bannedWords: Record<string, string> = {
  matter: 'notification',
  matters: 'notifications',
  delivery: 'outboxEntry',
  deliveries: 'outboxEntries',
  occasion: 'dedupeKey',
  occasions: 'dedupeKeys',
  desk: 'admin',
  evening: 'event',
  evenings: 'events',
  owed: 'applicable',
  concerned: 'recipients',
  happening: 'timelineEntry',
  happenings: 'timelineEntries',
  insist: 'override',
  insisting: 'override',
}

/** Former names, or their prefixes, with their replacement. */
const bannedNames: [pattern: RegExp, instead: string][] = [
  [/^(write)?Letter$|^Letter(Page|Event)|^openLetter$/, 'RenderedMail, or MailLinkPage'],
  [/^tell[A-Z]/, 'what it does: enqueue, announce, withdraw'],
  [/^hear[A-Z]/, 'handle for webhooks, listen for events'],
  [/^repeat[A-Z]/, 'retry'],
  [/^is\w*Spent|^spent[A-Z]/, 'exhausted'],
  [/^(send|build)Kept$|^[kK]eptAnswers?$|AnswerCache$/, 'CachedResponse, ResponseCache'],
  [/^together$|^GatheringClient$/, 'pipeline, PipeliningClient'],
  [/^keepTidy$/, 'vacuum'],
  [/^recordAct$/, 'writeAuditEntry'],
  [/^stayedSeconds$/, 'attendanceSeconds'],
  [/^giveWay$/, 'backOff'],
  [
    /^(get|erase|export)Me$|^My(Page|Topics|Seats)$|^meRoutes$|^ShowAddress$/,
    'account, SignInForm',
  ],
  [/^isSealed|^sealText$|^scriptMark$/, 'signature, or nonce'],
  [
    /[dD]oorsOf|^stateOfDoors$|^crewDoors$|^doorTimes$|[wW]ayIn$|CrewWay$/,
    'joinWindow, joinPath, room',
  ],
  [
    /^EventWords$|^getEventWords$|^give(Transcript|Chapters)$|NearWords$/,
    'PublicTranscript, save, spellings',
  ],
  [/^(find|tell|Found|Told|Player|Event)Moments?$|^Moments$/, 'hit, position, EventDateTime'],
  [
    /^(describe|preview)\w*Moves$|^eventMoves$|^(make|explain|use\w*)Move$/,
    'statusChange, or reschedule',
  ],
  [/^move(Address|Use)$|^noteSteps$/, 'changeEmail, reassignActivity, dryRun'],
  [/^take(Slot|Turn|ImportTurn)$/, 'reserveRateSlot, withBackupLock, lockImports'],
  [/^(Lost|code|served)Part$|^codeDialog$|^LostScreen$/, 'ChunkError, lazyChunk, noScriptFallback'],
  [/^[mM]essage(Kinds?|Names|Setup|Routes|Deliveries)$|^(send|sweep)Messages?$/, 'mail'],
  [
    /^(open|Proven|prove|name|read|run)?Copy(Store|Task|Bucket|Folder|Name)$|^chooseKeptCopies$/,
    'backup',
  ],
  [
    /^(?!.*[wW]ebinarSeat)[a-z]+Seats?$|^(?!.*[wW]ebinarSeat)[sS]eats?[A-Z]/,
    'registration, or webinarSeat',
  ],
]

/** Exempt names: limited seats, webhook deliveries, columns, JSON fields, settings of packages, and RFC 3464. */
const spoken =
  /[wW]ebhookDeliver(y|ies)|^(deliveries|deliveryId|keepDeliveryStatus|DeliveryReport)$|^([sS]eatsLeft|seatsAgeMs|(present|release|describe|needs|offers|offer|take|lock)Seats?)$/

/** Returns identifiers that contain banned words, with line and replacement. */
export function findBannedWords({ path, text }: Source): string[] {
  const code = blankProse(text)
  const found = new Map<string, string>()
  for (const { 0: name, index } of code.matchAll(/(?<![\w$])[A-Za-z_$][\w$]*/g)) {
    if (spoken.test(name) || found.has(name) || /[a-z0-9]_[a-z]/.test(name)) continue
    const instead = insteadOf(name)
    if (instead === undefined || !isName(code, name, index)) continue
    const line = code.slice(0, index).split('\n').length
    found.set(name, `${path}:${line}: ${name} (say ${instead})`)
  }
  return [...found.values()]
}

function insteadOf(name: string): string | undefined {
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []
  const banned = words.find((word) => Object.hasOwn(bannedWords, word.toLowerCase()))
  if (banned !== undefined) return bannedWords[banned.toLowerCase()]
  return bannedNames.find(([pattern]) => pattern.test(name))?.[1]
}

/** A single word between JSX tags may be prose if a space and another word follow. */
function isName(code: string, name: string, index: number): boolean {
  if (/[a-z][A-Z]/.test(name)) return true
  const before = code.slice(Math.max(0, index - 12), index)
  const after = code.slice(index + name.length, index + name.length + 2)
  return (
    /(?:const|let|function|type|class|as)\s+$|[.({[,<!]\s*$/.test(before) || /^[.(:[]/.test(after)
  )
}

/** Replaces comments, texts and patterns by spaces, but keeps code in `${}`. */
function blankProse(text: string): string {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^{}`]*\}|[^`\\])*`|(?<=[(=,:!&|?]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\/\w*/g
  return text.replaceAll(token, (found) => {
    if (!found.startsWith('`')) return found.replaceAll(/[^\n]/g, ' ')
    return found.replaceAll(/(\$\{[^{}`]*\})|[^\n]/g, (_one, held?: string) => held ?? ' ')
  })
}
