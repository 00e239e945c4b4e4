/** The dedupe key of a mail that is sent once more because somebody in the admin area wished it. */
const resendKey = /^(.*?) ?again (\S+)$/

/** The key of a mail sent again, which keeps what the first one was about. */
export function makeResendKey(dedupeKey: string, now: Date): string {
  return `${readResendKey(dedupeKey)?.first ?? dedupeKey} again ${now.toISOString()}`.trim()
}

/** The key of the mail that was sent again; nothing for a mail that is none. */
export function readResendKey(dedupeKey: string): { first: string } | undefined {
  const [, first] = resendKey.exec(dedupeKey) ?? []
  return first === undefined ? undefined : { first }
}
