import { onOrOff, text, wholeNumber, type Setting } from './setting-schemas.ts'

const mailAddress = text.regex(/^[^\r\n]*\S@\S[^\r\n]*$/, 'must contain an email address')

/** Settings of outgoing mail. */
export const mailSettings = {
  SMTP_URL: {
    doc: 'Mail server, e.g. smtps://user:password@mail.example.org. Unset: no mail is sent; mails can be read in the admin area and, with the embedded database, in DATA_DIR/mail.',
    fallback: '',
    schema: text.regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://'),
  },
  SMTP_REQUIRE_TLS: {
    doc: 'on or off. Off allows a mail server without TLS, e.g. in your own network. A server on the same machine needs no TLS.',
    fallback: 'on',
    schema: onOrOff,
  },
  MAIL_FROM: {
    doc: "Sender of every mail, e.g. Our Series <hello@example.org>. Unset: no-reply at the site's host.",
    fallback: '',
    schema: mailAddress,
  },
  MAIL_REPLY_TO: {
    doc: 'Address for replies to mails, e.g. hello@example.org. Unset: the sender.',
    fallback: '',
    schema: mailAddress,
  },
  MAIL_PER_SECOND: {
    doc: 'Announcement mails per second, across all nodes. Other mails are sent at once.',
    fallback: '10',
    schema: wholeNumber(1000),
  },
  MAIL_DKIM_SELECTOR: {
    doc: 'DKIM selector of the mail server, whose key Health looks up. Unset: Health tries common selectors.',
    fallback: '',
    schema: text.regex(
      /^[a-z\d](?:[\w.-]{0,61}[a-z\d])?$/i,
      'must be a DKIM selector such as mail or s1',
    ),
  },
} satisfies Record<string, Setting>
