/** What a refusal says of the address: that it is none, that it does not take mails now, or nothing. */
export type Verdict = 'lasting' | 'passing' | undefined

type Refused = {
  /** SMTP's three digits. */
  code?: number | undefined
  /** The enhanced status of RFC 3463, `5.1.1`. */
  status?: string | undefined
  words: string
}

/** About our own address as the sender, not about theirs. */
const ofSender = /^[45]\.1\.[789]$/

/**
 * Judges a refusal for good. What is said of our server, our mail or our rights (`5.7.1`, relaying) is ours
 * to mend and would otherwise mark everybody who is written to meanwhile.
 */
export function judgeRefusal({ code, status, words }: Refused): Verdict {
  const enhanced = /^[45]\.\d{1,3}\.\d{1,3}$/.exec(status ?? '')?.[0] ?? findStatus(words)
  if (/\brelay/i.test(words) || ofSender.test(enhanced ?? '')) return undefined
  if (enhanced) {
    if (enhanced.startsWith('5.1.')) return 'lasting'
    return /^[45]\.[0124]\./.test(enhanced) ? 'passing' : undefined
  }
  if (code === undefined) return 'passing'
  return [550, 551, 553].includes(code) ? 'lasting' : 'passing'
}

/** As servers write it behind their three digits. */
export function findStatus(words: string): string | undefined {
  return /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1]
}
