import { onOrOff, text, wholeNumber, type Setting } from './setting-schemas.ts'

const mailAddress = text.regex(/^[^\r\n]*\S@\S[^\r\n]*$/, 'must hold an e-mail address')

/** How mails go out. */
export const mailSettings = {
  SMTP_URL: {
    doc: 'Mail server, e.g. smtps://user:password@mail.example.org. Unset: nothing is sent; mails can be read in the admin area and, with the embedded database, in DATA_DIR/mail.',
    fallback: '',
    schema: text.regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://'),
  },
  SMTP_REQUIRE_TLS: {
    doc: 'on, or off to send mails through a server of a network of your own that offers no TLS. One on the same machine needs none.',
    fallback: 'on',
    schema: onOrOff,
  },
  MAIL_FROM: {
    doc: "Sender of every mail, e.g. Our Series <hello@example.org>. Unset: no-reply at the site's host.",
    fallback: '',
    schema: mailAddress,
  },
  MAIL_REPLY_TO: {
    doc: 'Where answers to mails go, e.g. hello@example.org. Unset: to the sender.',
    fallback: '',
    schema: mailAddress,
  },
  MAIL_PER_SECOND: {
    doc: 'Mails of announcements a second, of all nodes together. Everybody else’s mails go at once.',
    fallback: '10',
    schema: wholeNumber(1000),
  },
  MAIL_DKIM_SELECTOR: {
    doc: 'Under which name the mail server signs with DKIM: Health looks its key up. Unset: it tries the names that are usual.',
    fallback: '',
    schema: text.regex(/^[a-z\d](?:[\w.-]{0,61}[a-z\d])?$/i, 'must be such as mail or s1'),
  },
} satisfies Record<string, Setting>
