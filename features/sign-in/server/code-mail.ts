import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { makeCode, type LinkTarget } from '#platform/signed-links/signed-links.ts'

/** Time in milliseconds for which a sign-in code is valid. */
export const codeValidMs = 10 * 60 * 1000

type CodeName = Pick<LinkTarget, 'id' | 'createdAt'>

/** Returns the dedupe key of the outbox entry that mails a sign-in code; the key identifies the code. */
export function makeCodeKey({ id, createdAt }: CodeName): string {
  return `code ${id} of ${createdAt.toISOString()}`
}

/** Returns the sign-in code that an outbox entry's dedupe key identifies; undefined for other keys. */
function readCodeKey(dedupeKey: string): CodeName | undefined {
  const [, id, moment] = /^code (\d+) of (\S+)$/.exec(dedupeKey) ?? []
  return id && moment ? { id: Number(id), createdAt: new Date(moment) } : undefined
}

/**
 * The mail with the six digits of a sign-in code. The digits are derived when the mail is composed, and
 * never stored.
 */
export const codeMail = {
  to: 'person',
  isRepeatable: true,
  isOnRequest: true,
  hidesText: true,
  notAgain: 'Codes are valid for ten minutes',
  whyNot({ outboxEntry: { dedupeKey } }, { now }) {
    const made = readCodeKey(dedupeKey)?.createdAt.getTime() ?? 0
    return now.getTime() - made > codeValidMs ? 'The code was too old' : undefined
  },
  words({ outboxEntry, linkKey, seriesName }) {
    const named = readCodeKey(outboxEntry.dedupeKey ?? '')
    const code = named ? makeCode(linkKey, { ...named, email: outboxEntry.email }) : ''
    return {
      subject: `${code} is your code for ${seriesName}`,
      subjectFact: code,
      preview: 'It is valid for ten minutes, in the browser that asked for it.',
      parts: [
        { heading: code },
        {
          opening: 'Type these six digits where you asked for them.',
          fact: 'They are valid for ten minutes.',
        },
        {
          note: 'If you did not ask for it, ignore this email. No one can sign in without the code.',
        },
      ],
      reason: 'You get this email because someone asked for a code with this address.',
    }
  },
} satisfies StandaloneMail
