import { eq } from 'drizzle-orm'
import type { LinkUsage, StandaloneMail } from '#features/mails/server/mail-kind.ts'
import type { Db } from '#platform/db/open.ts'
import { administrators } from '#schema/sign-in.ts'

const minuteMs = 60 * 1000

/** How long a mailed link sets a password: a reset is requested by anybody, an invitation by an administrator. */
const validMs = { password_reset: 15 * minuteMs, administrator_invited: 7 * 24 * 60 * minuteMs }

/** The kinds of mails whose link sets a password. */
export const passwordLinkKinds = Object.keys(validMs) as (keyof typeof validMs)[]

/** Whether the link of such a mail was used, or is too old. */
export function isPasswordLinkExhausted(
  kind: keyof typeof validMs,
  { createdAt, linkUses }: Pick<LinkUsage, 'createdAt' | 'linkUses'>,
  now: Date,
): boolean {
  return linkUses > 0 || now.getTime() - createdAt.getTime() > validMs[kind]
}

const toAdministrator = {
  to: 'person',
  isRepeatable: true,
  isToNobody: true,
  ownPage: { label: 'Admin area', path: '/admin' },
} as const

const ignore = 'If you did not ask for this, ignore this mail: nothing changes.'

/** A link that resets an administrator's password. */
export const passwordResetMail = {
  ...toAdministrator,
  isOnRequest: true,
  hidesLinks: true,
  notAgain: 'A reset link is valid for 15 minutes: request a new one',
  async isEntitled(db: Db, { email }) {
    return (await db.$count(administrators, eq(administrators.email, email))) > 0
  },
  isExhausted: (entry, now) => isPasswordLinkExhausted('password_reset', entry, now),
  whyNot: ({ outboxEntry }, { now }) =>
    isPasswordLinkExhausted('password_reset', outboxEntry, now)
      ? 'The link was too old'
      : undefined,
  words: ({ seriesName, links }) => ({
    subject: `Reset your password for ${seriesName}`,
    preview: 'The link is valid for 15 minutes.',
    parts: [
      { heading: 'Reset your password' },
      {
        opening: `Someone asked to reset your administrator password for ${seriesName}.`,
        fact: 'The link works once and is valid for 15 minutes.',
      },
      { button: 'Choose a new password', address: links.password },
      { note: `${ignore} Two-factor authentication stays on after a reset.` },
    ],
    reason: 'You get this mail because someone entered this email on the admin login page.',
  }),
} satisfies StandaloneMail

/** A link by which a new administrator chooses a password. */
export const invitationMail = {
  ...toAdministrator,
  notAgain: 'An expired invitation is replaced by “Forgot password?” on the admin login page',
  async findWhyNot(db, { outboxEntry }) {
    const { email } = outboxEntry
    const [found] = await db.select().from(administrators).where(eq(administrators.email, email))
    return found?.invitedAt ? undefined : 'The invitation was accepted or withdrawn'
  },
  words: ({ seriesName, links }) => ({
    subject: `You are invited to administer ${seriesName}`,
    preview: 'Choose a password to accept the invitation.',
    parts: [
      { heading: 'You are invited' },
      {
        opening: `You were added as an administrator of ${seriesName}.`,
        fact: 'Choose a password to accept. The link works once and is valid for seven days.',
      },
      { button: 'Choose a password', address: links.password },
      { note: 'If you do not expect this invitation, ignore this mail.' },
    ],
    reason: `You get this mail because an administrator of ${seriesName} invited you.`,
  }),
} satisfies StandaloneMail

/** A notice to the former address when an administrator changes or removes the recovery email. */
export const recoveryEmailChangedMail = {
  ...toAdministrator,
  notAgain: 'The notice is sent once',
  words: ({ seriesName, origin }) => ({
    subject: `Your recovery email for ${seriesName} was changed`,
    preview: 'This email no longer resets your administrator password.',
    parts: [
      { heading: 'Your recovery email was changed' },
      {
        opening: `The recovery email of your administrator account for ${seriesName} was changed or removed.`,
        fact: 'This email no longer resets your password. If you did not change it, sign in, change your password, and tell the other administrators.',
      },
      { button: 'Open the admin area', address: `${origin}/admin` },
    ],
    reason: `You get this mail because this was the recovery email of an administrator of ${seriesName}.`,
  }),
} satisfies StandaloneMail
