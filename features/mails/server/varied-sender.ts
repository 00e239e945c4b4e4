import { isAboutSender } from '#features/bounces/server/judge-refusal.ts'

type Senders = { own: string; plain: string }

/**
 * Sends each mail from an envelope sender of its own, so that what comes back is known by its address. Where the
 * mail server takes only the plain one, that goes at once, and from then on without asking.
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
      if (!isOfSender(error)) throw error
    }
    try {
      const answer = await send(plain)
      takesPlainOnly = true
      return answer
    } catch (error) {
      // The recipient's refusal shows as well that the sender was taken.
      takesPlainOnly = !isOfSender(error) && /^(RCPT TO|DATA)$/.test(commandOf(error))
      throw error
    }
  }
}

const commandOf = (error: unknown) => (error as { command?: string }).command ?? ''

/** Some servers judge the sender only once they hear the recipient, or the mail. */
function isOfSender(error: unknown): boolean {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  if (responseCode === undefined) return false
  if (commandOf(error) === 'MAIL FROM') return true
  return /^(RCPT TO|DATA)$/.test(commandOf(error)) && isAboutSender(response ?? '')
}
