import { cleanMessage } from './clean-message.ts'
import {
  findCode,
  findStatus,
  isSpecific,
  judgeRefusal,
  type Judgement,
  type Verdict,
} from './judge-refusal.ts'
import { readParts, type MailParts } from './mail-parts.ts'
import { readFields, readStatusFields, type StatusRecipient } from './status-fields.ts'
import {
  hasNoSender,
  isAutoReply,
  isComplaint,
  isFromDaemon,
  mentionsDelay,
  mentionsFailure,
} from './report-kind.ts'
import { findServerMessage, linesAbout, readPlainReport } from './plain-report.ts'

export type ReportedRecipient = {
  /**
   * Email addresses in lower case; several if the report names the same recipient differently, none if it names
   * no recipient.
   */
  addresses: string[]
  status: string | undefined
  verdict: Verdict
  /** Why the mail failed, as a sentence for organisers, with the mail server's message. */
  reason: string
}

export type Report = {
  kind: 'failed' | 'delayed' | 'complaint' | 'auto-reply' | 'none'
  /** Recipients whose mail failed or is delayed, or who complained; the most severe verdict first. */
  recipients: ReportedRecipient[]
  /** The whole mail, to be searched for the ids of mails that this site sent. */
  everything: string
}

type Reported = Pick<StatusRecipient, 'addresses' | 'status' | 'words'>

/**
 * Parses a delivery report or spam complaint of any mail system. Time and memory are linear in the mail's size.
 * Throws if the mail is invalid.
 */
export async function readReport(source: Buffer): Promise<Report> {
  const mail = await readParts(source)
  const own = readOne(mail)
  const isTold = own.kind === 'failed' || own.kind === 'delayed'
  if (own.kind === 'complaint' || own.kind === 'auto-reply') return own
  if (isTold && mail.status !== undefined) return own
  // Someone may have forwarded the bounce as an attachment, so read the attached mails, too. The original mail in a
  // bounce is no report and changes nothing.
  for (const carried of mail.carried.slice(0, 3)) {
    const parts = await readParts(carried)
    if (isTold && parts.status === undefined) continue
    const inner = readOne(parts)
    if (inner.kind === 'failed' || inner.kind === 'complaint') {
      return { ...inner, everything: mail.everything }
    }
  }
  return own
}

function readOne(mail: MailParts): Report {
  const { everything } = mail
  const none: Report = { kind: 'none', recipients: [], everything }
  if (isComplaint(mail))
    return { kind: 'complaint', recipients: [readComplainer(mail)], everything }
  const fields = readStatusFields(mail.status ?? '')
  const failed = fields.filter(({ action }) => action === 'failed')
  if (failed.length > 0) {
    return { kind: 'failed', recipients: judgeAll(mail, failed), everything }
  }
  const delayed = fields.filter(({ action }) => action === 'delayed')
  if (delayed.length > 0) {
    return { kind: 'delayed', recipients: judgeAll(mail, delayed), everything }
  }
  if (fields.length > 0) return none
  if (isPlainReport(mail)) {
    const kind = mentionsDelay(mail.ownText) ? 'delayed' : 'failed'
    return { kind, recipients: judgeAll(mail, readRecipients(mail)), everything }
  }
  return isAutoReply(mail) ? { ...none, kind: 'auto-reply' } : none
}

/**
 * Returns whether a mail without machine-readable part is a delivery report, by its sender and text; the
 * subject alone is never enough.
 */
function isPlainReport(mail: MailParts): boolean {
  const { field, ownText, returned } = mail
  // The content type of a delivery report suffices, whatever the language of its text.
  if (mail.reportType === 'delivery-status' && (ownText !== '' || returned)) return true
  if (!mentionsFailure(ownText) && !mentionsDelay(ownText)) return namesReason(mail)
  if (field('x-failed-recipients').length > 0 || isFromDaemon(mail)) return true
  const isAutomatic =
    field('auto-submitted').some((value) => /^auto-/i.test(value)) || hasNoSender(mail)
  const hasFacts = returned !== undefined || findCode(ownText) !== undefined
  return isAutomatic && hasFacts && !isAutoReply(mail)
}

/**
 * Recognises short bounces: returns whether a mail from a mail system contains a recipient's email and a reason, and
 * nothing else that identifies a bounce.
 */
function namesReason(mail: MailParts): boolean {
  const { field, ownText } = mail
  if (!isFromDaemon(mail) || !judgeRefusal({ words: ownText }).isCertain) return false
  const own = new Set([...field('to'), ...field('from')].flatMap(findAddresses))
  return readPlainReport(ownText, { own, given: [] }).length > 0
}

/** Returns the recipients that a plain-text report names; if it names none, those of the returned mail. */
function readRecipients(mail: MailParts): Reported[] {
  const { field, ownText, returned, everything } = mail
  const inText = readStatusFields(cutFields(ownText)).filter(({ action }) => action !== 'arrived')
  if (inText.length > 0) return inText
  const own = new Set([...field('to'), ...field('from')].flatMap(findAddresses))
  const given = field('x-failed-recipients').flatMap(findAddresses)
  const told = readPlainReport(ownText, { own, given })
  if (told.length > 0) return told.map((recipient) => ({ ...recipient, status: undefined }))
  const head = readFields(headOf(returned ?? ''))
  const to = head.get('to') ?? head.get('delivered-to') ?? field('original-recipient')[0] ?? ''
  const [address] = findAddresses(
    to || (/^to: ?(.{1,300})$/im.exec(returned ?? everything.slice(-4000))?.[1] ?? ''),
  )
  return [
    { addresses: address && !own.has(address) ? [address] : [], status: undefined, words: '' },
  ]
}

/** Returns the end of a text, from the first field about a recipient (RFC 3464) on; empty if there is none. */
function cutFields(text: string): string {
  const at = /^[ \t]{0,8}(?:original-recipient|final-recipient):/im.exec(text)?.index
  return at === undefined ? '' : text.slice(at).replaceAll(/^[ \t]{1,8}(?=[\w-]{1,60}:)/gm, '')
}

function findAddresses(text: string): string[] {
  const found = text.slice(0, 8000).match(/[^\s<>"'(),;:]{1,64}@[^\s<>"'(),;:]{1,255}/g) ?? []
  return found.map((address) => address.toLowerCase())
}

const headOf = (text: string) =>
  text.replace(/^\s*[-=_][^\n]{0,200}\n\s*/, '').split(/\r?\n\r?\n/, 1)[0]!

const gravity: Record<Verdict, number> = { lasting: 0, passing: 1, ours: 2 }

function judgeAll({ ownText }: MailParts, told: Reported[]): ReportedRecipient[] {
  const sections = told.some(({ words }) => words === '')
    ? readPlainReport(ownText, { own: new Set(), given: [] })
    : []
  return told
    .map((recipient) => judgeOne(recipient, { ownText, sections }))
    .toSorted((one, other) => gravity[one.verdict] - gravity[other.verdict])
}

type Around = { ownText: string; sections: Pick<StatusRecipient, 'addresses' | 'words'>[] }

/**
 * Determines why the mail to one recipient failed: by the text about this recipient, or if that is unclear, by the text
 * around it.
 */
function judgeOne({ addresses, status, words }: Reported, around: Around): ReportedRecipient {
  let best: (Judgement & { source: string }) | undefined
  for (const source of sourcesAbout(addresses, words, around)) {
    if (source.trim() === '') continue
    const judged = { ...judgeRefusal({ status, words: source }), source }
    if (source !== words && judged.verdict === 'ours' && isFooter(source, status)) continue
    best = judged.isCertain ? judged : (best ?? judged)
    if (judged.isCertain) break
  }
  const { verdict, words: meaning } = best ?? judgeRefusal({ status, words: '' })
  const said = cleanMessage(best ? findServerMessage(best.source) : '')
  return {
    addresses,
    status: findStatus(best?.source ?? '') ?? status,
    verdict,
    reason: said ? `${meaning}: ${said}` : meaning,
  }
}

/**
 * Returns whether a text around a status code contains no error message of a mail server. Such a text may be the footer
 * of a virus scanner, which must not be taken for the reason.
 */
function isFooter(around: string, status: string | undefined): boolean {
  return isSpecific(status) && findCode(around) === undefined && findStatus(around) === undefined
}

function* sourcesAbout(addresses: string[], words: string, { ownText, sections }: Around) {
  yield words
  const own = sections.find((section) => addresses.includes(section.addresses[0]!))
  if (own) yield own.words
  for (const address of addresses) yield linesAbout(ownText, address)
  yield ownText
}

function readComplainer({ feedback, everything }: MailParts): ReportedRecipient {
  const fields = readFields(feedback ?? '')
  const named =
    fields.get('original-rcpt-to') ??
    fields.get('removal-recipient') ??
    /^x-hmxmroriginalrecipient: ?(.{1,300})$/im.exec(everything)?.[1] ??
    ''
  const reason = 'The recipient reported the email as spam'
  return { addresses: findAddresses(named), status: undefined, verdict: 'ours', reason }
}
