import { isAboutSender } from '#features/bounces/server/judge-refusal.ts'

type Senders = { own: string; plain: string }

/**
 * Sends each mail with its own envelope sender, so that bounces identify it. If the mail server rejects such
 * a sender, sends with the plain one at once, and from then on.
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
      // A rejected recipient shows that the sender was accepted.
      takesPlainOnly = !isSenderRejected(error) && /^(RCPT TO|DATA)$/.test(commandOf(error))
      throw error
    }
  }
}

const commandOf = (error: unknown) => (error as { command?: string }).command ?? ''

/** Some servers check the sender only after RCPT TO or DATA. */
function isSenderRejected(error: unknown): boolean {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  if (responseCode === undefined) return false
  if (commandOf(error) === 'MAIL FROM') return true
  return /^(RCPT TO|DATA)$/.test(commandOf(error)) && isAboutSender(response ?? '')
}
