import {
  lateReason,
  refusalReasons,
  senderReason,
  statusReasons,
  type Verdict,
} from './refusal-reasons.ts'

export type { Verdict }

export type Refused = {
  /** SMTP reply code with three digits. */
  code?: number | undefined
  /** Enhanced status code of RFC 3463, such as `5.1.1`, as the reporting server gives it. */
  status?: string | undefined
  words: string
}

export type Judgement = {
  verdict: Verdict
  /**
   * Why the mail server refused the mail, as a sentence for organisers. The mail server's own message is stored
   * separately.
   */
  words: string
  /** True if a phrase, status or reply code of the message was recognised; false if `verdict` is only the default. */
  isCertain: boolean
}

const mostWords = 4000
const refusedForNow = { verdict: 'passing', words: 'The address was rejected temporarily' } as const

/**
 * Classifies a refusal by phrases in the mail server's message, then by the enhanced status, then by the reply
 * code. A status within the message takes precedence over the report's, which may be `5.1.1` next to a message
 * about a block list.
 */
export function judgeRefusal({ code, status, words }: Refused): Judgement {
  const said = normalise(words)
  const own = findStatus(words)
  const digits = code ?? findCode(words)
  const given = isSpecific(status) ? status : undefined
  const enhanced = isSpecific(own) ? own : given
  const isTransient = digits === undefined ? enhanced?.startsWith('4.') : digits < 500
  const told = refusalReasons.find(({ phrases }) => phrases.test(said))
  if (told) {
    // The reply code 450 is temporary, even with a message such as "mailbox unavailable".
    const isForNow = told.verdict === 'lasting' && isTransient
    return { ...pick(isForNow ? refusedForNow : told), isCertain: true }
  }
  const ofStatus = enhanced && statusReasons.find(([statuses]) => statuses.test(enhanced))
  if (ofStatus) return { ...pick(ofStatus[1]), isCertain: true }
  if (lateReason.phrases.test(said)) return { ...pick(lateReason), isCertain: true }
  return { ...judgeCode(digits, said), isCertain: digits !== undefined }
}

/** Returns whether a mail server's message rejects the sender's address. */
export function isAboutSender(words: string): boolean {
  return (
    senderReason.phrases.test(normalise(words)) || /^[45]\.1\.[78]$/.test(findStatus(words) ?? '')
  )
}

/** Matches refusals at SMTP steps other than RCPT TO, in the words of Exim, qmail, dma and GMX. */
const beforeOrAfter =
  /\bdata\b|transfer of mail text|after (?:initial connection|mail from|pipelined mail from|ehlo|helo|starttls|i sent the message|connect)|(?:did not|does not) like our (?:mail from|ehlo|helo)|greeting failed/

/** Classifies a refusal by its SMTP reply code: RFC 5321, 4.2.3; RFC 7504 for 521, RFC 7505 for 556. */
function judgeCode(code: number | undefined, said: string) {
  if (code && [550, 551, 553].includes(code)) {
    return beforeOrAfter.test(said)
      ? { verdict: 'ours' as const, words: 'The email was rejected, but the address works' }
      : { verdict: 'lasting' as const, words: 'The address was rejected permanently' }
  }
  if (code === 521 || code === 556) {
    return {
      verdict: 'lasting' as const,
      words: 'No mail server accepts emails for this address',
    }
  }
  if (code && ((code >= 500 && code <= 504) || code === 530 || code === 535)) {
    return { verdict: 'ours' as const, words: 'The mail server did not accept it from us' }
  }
  return { verdict: 'passing' as const, words: 'It was not delivered' }
}

function pick({ verdict, words }: { verdict: Verdict; words: string }) {
  return { verdict, words }
}

/** Returns whether an enhanced status names a reason; `5.0.0` only means failure. */
export function isSpecific(status: string | undefined): status is string {
  return (
    status !== undefined && /^[45]\.\d{1,3}\.\d{1,3}$/.test(status) && !/^\d\.0\.0$/.test(status)
  )
}

/**
 * Returns the enhanced status in a mail server's message: after the reply code, or alone in brackets or between
 * spaces (`(#5.1.1)`).
 */
export function findStatus(words: string): string | undefined {
  const inReply = /(?:^|[^\d.])[45]\d\d[ -]{1,2}#?([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(
    words,
  )?.[1]
  return inReply ?? /(?:^|[\s(:;#=[])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(words)?.[1]
}

/** Returns the SMTP reply code in a mail server's message: at the beginning, or after a space or punctuation mark. */
export function findCode(words: string): number | undefined {
  const found =
    /(?:^|[\s:>'"(;,])([45][0-7]\d)(?=[ ,;.)-]|$)(?! ?(?:bytes|kb|mb|hours|seconds|minutes))/i.exec(
      words,
    )
  return found ? Number(found[1]) : undefined
}

/**
 * Returns a mail server's message in lower case with single spaces. Removes email addresses, because an address
 * may contain a word such as "unknown" or "full".
 */
function normalise(words: string): string {
  return words
    .slice(0, mostWords)
    .toLowerCase()
    .replaceAll(/[\u2018\u2019\u00b4`]/g, "'")
    .replaceAll(/[^\s<>"'():;,[\]]{1,64}@[^\s<>"'():;,[\]]{1,255}/g, '@')
    .replaceAll(/[\w-]{1,63}(?:\.[\w-]{1,63}){1,8} ?\[[\da-f.:]{3,45}\]/g, '')
    .replaceAll('unknown address error', '')
    .replaceAll(/<@>/g, '@')
    .replaceAll(/\s+/g, ' ')
}
