import { isAboutSender } from '#features/bounces/server/judge-refusal.ts'

type Senders = { own: string; plain: string }

/**
 * Returns a function that sends each mail with its own envelope sender, so that a bounce identifies the mail.
 * If the mail server rejects such a sender, the function sends this and all later mails with the configured
 * sender.
 */
export function varySender() {
  let takesPlainOnly = false
  return async <Answer>(
    { own, plain }: Senders,
    send: (from: string) => Promise<Answer>,
  ): Promise<Answer> => {
    if (takesPlainOnly) return send(plain)
    try {
      return await send(own)
    } catch (error) {
      if (!isSenderRejected(error)) throw error
    }
    try {
      const answer = await send(plain)
      takesPlainOnly = true
      return answer
    } catch (error) {
      // The server rejected the recipient (RCPT TO) or the content (DATA), and so it has accepted the usual envelope
      // sender before.
      takesPlainOnly = !isSenderRejected(error) && /^(RCPT TO|DATA)$/.test(commandOf(error))
      throw error
    }
  }
}

const commandOf = (error: unknown) => (error as { command?: string }).command ?? ''

/**
 * Returns whether the mail server rejects the envelope sender, which some servers check only after RCPT TO or
 * DATA.
 */
function isSenderRejected(error: unknown): boolean {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  if (responseCode === undefined) return false
  if (commandOf(error) === 'MAIL FROM') return true
  return /^(RCPT TO|DATA)$/.test(commandOf(error)) && isAboutSender(response ?? '')
}
