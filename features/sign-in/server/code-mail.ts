import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { makeCode } from '#platform/signed-links/signed-links.ts'

/** Time in milliseconds for which a sign-in code is valid. */
export const codeValidMs = 10 * 60 * 1000

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
  whyNot({ outboxEntry: { codeCreatedAt } }, { now }) {
    const made = codeCreatedAt?.getTime() ?? 0
    return now.getTime() - made > codeValidMs ? 'The code was too old' : undefined
  },
  words({ outboxEntry: { codeId: id, codeCreatedAt: createdAt, email }, linkKey, seriesName }) {
    const code = id && createdAt ? makeCode(linkKey, { id, createdAt, email }) : ''
    return {
      subject: `${code} is your code for ${seriesName}`,
      subjectFact: code,
      preview: 'It is valid for ten minutes, in the browser that asked for it.',
      parts: [
        { heading: code, placeholder: 'code' },
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
