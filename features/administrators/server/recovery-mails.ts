import { eq } from 'drizzle-orm'
import type { LinkUsage, StandaloneMail } from '#features/mails/server/mail-kind.ts'
import type { Db } from '#platform/db/open.ts'
import { administrators } from '#schema/sign-in.ts'

const minuteMs = 60 * 1000

/**
 * Milliseconds for which the link in each kind of mail is valid. Links to reset a password expire first, because anyone
 * can request one for any administrator.
 */
const validMs = {
  password_reset: 15 * minuteMs,
  administrator_invited: 7 * 24 * 60 * minuteMs,
  recovery_email_confirmation: 24 * 60 * minuteMs,
}

/** Kinds of mail with a link that sets a password. */
export const passwordLinkKinds = [
  'password_reset',
  'administrator_invited',
] satisfies (keyof typeof validMs)[]

/** Returns whether the link in the mail was used or has expired. */
export function isAdministratorLinkExhausted(
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

const ignore = 'If you did not ask for this, ignore this email. Nothing changes.'

/** Mail with a link that resets an administrator's password. */
export const passwordResetMail = {
  ...toAdministrator,
  isOnRequest: true,
  hidesLinks: true,
  notAgain: 'A reset link is valid for 15 minutes: request a new one',
  async isEntitled(db: Db, { email }) {
    return (await db.$count(administrators, eq(administrators.email, email))) > 0
  },
  isExhausted: (entry, now) => isAdministratorLinkExhausted('password_reset', entry, now),
  whyNot: ({ outboxEntry }, { now }) =>
    isAdministratorLinkExhausted('password_reset', outboxEntry, now)
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
    reason: 'You get this email because someone entered this email on the admin login page.',
  }),
} satisfies StandaloneMail

/** Mail with a link by which an invited administrator chooses a password. */
export const invitationMail = {
  ...toAdministrator,
  hidesLinks: true,
  notAgain: 'Press “Send invitation again” beside the administrator under Settings',
  async findWhyNot(db, { outboxEntry }) {
    const { email, linkUses } = outboxEntry
    if (linkUses > 0) return 'A newer invitation replaced it'
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
      { note: 'If you do not expect this invitation, ignore this email.' },
    ],
    reason: `You get this email because an administrator of ${seriesName} invited you.`,
  }),
} satisfies StandaloneMail

/** Mail with a link that confirms an administrator's new recovery email. */
export const recoveryEmailConfirmationMail = {
  ...toAdministrator,
  hidesLinks: true,
  notAgain: 'Enter the recovery email again under Settings to get a new link',
  async findWhyNot(db, { outboxEntry }, { now }) {
    const isAwaited = eq(administrators.unconfirmedEmail, outboxEntry.email)
    if ((await db.$count(administrators, isAwaited)) === 0)
      return 'The email was replaced or removed'
    const isTooOld = isAdministratorLinkExhausted('recovery_email_confirmation', outboxEntry, now)
    return isTooOld ? 'The link was too old' : undefined
  },
  words: ({ seriesName, links }) => ({
    subject: `Confirm your recovery email for ${seriesName}`,
    preview: 'Until you confirm it, this email cannot reset your password.',
    parts: [
      { heading: 'Confirm your recovery email' },
      {
        opening: `This email was entered as the recovery email of an administrator of ${seriesName}.`,
        fact: 'Sign in to confirm it. The link works once and is valid for 24 hours.',
      },
      { button: 'Confirm recovery email', address: links.recoveryEmail },
      { note: ignore },
    ],
    reason: `You get this email because an administrator of ${seriesName} entered this email.`,
  }),
} satisfies StandaloneMail

/** Mail to the former recovery email after an administrator changed or removed it. */
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
    reason: `You get this email because this was the recovery email of an administrator of ${seriesName}.`,
  }),
} satisfies StandaloneMail
