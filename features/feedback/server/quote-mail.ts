import { headingOf } from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import type { Db } from '#platform/db/open.ts'
import { makeLinkToken } from '#platform/signed-links/signed-links.ts'
import { findQuote } from './quotes.ts'

/** The quote of a sample mail. */
const sample = {
  quote: 'The best hour of my week … I will be back.',
  name: null,
  answer: { id: 1, createdAt: new Date(0) },
}

function quoteOf(db: Db, { outboxEntry }: NotificationRow) {
  // After the number of the quote, the key may contain that of a cancelled registration.
  return findQuote(db, Number.parseInt(outboxEntry.resendOf ?? outboxEntry.dedupeKey, 10))
}

/** The mail to an author whose comment the organiser published as a quote; its link withdraws the quote. */
export const quoteMail = {
  to: 'registrant',
  isRepeatable: true,
  // Samples of the mail are about an event of any status.
  whyNot: () => undefined,
  async findWhyNot(db, row) {
    return (await quoteOf(db, row)) ? undefined : 'The quote is no longer on the site'
  },
  findQuote: quoteOf,
  words(event, context, { quote: { quote, name, answer } = sample }) {
    const token = makeLinkToken(context.linkKey, 'quote', { ...answer, email: '' })
    return {
      subject: `We quote you: ${event.title}`,
      preview: 'You can withdraw your quote at any time.',
      parts: [
        headingOf('Your quote', event, context),
        { opening: 'Thank you for your comment. Our site now shows this quote:' },
        {
          placeholder: 'notice',
          text: `“${quote}” ${name ? `(${name})` : '(without your name)'}`,
        },
        { button: 'Withdraw quote', address: `${context.origin}/answers/${token}` },
        { note: 'This link is only for you. Press the button on the next page to withdraw.' },
      ],
      reason: `You get this email because you allowed ${context.seriesName} to quote your comment.`,
    }
  },
} satisfies EventMail
