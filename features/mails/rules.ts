type Explanation = { when: RegExp; words: (place: string) => string }

/** Explanations of mail server errors, the most specific first; the first match applies. */
const explanations: Explanation[] = [
  {
    when: /recipients were rejected: 5/i,
    words: () => 'The mailbox accepts no emails. The address may be wrong.',
  },
  {
    when: /ENOTFOUND|EAI_AGAIN|getaddrinfo|queryA/i,
    words: (place) =>
      `The mail server is not found${place}. Its name in the settings may be wrong.`,
  },
  {
    when: /STARTTLS|over TLS only|ETLS/i,
    words: (place) =>
      `The mail server offers no encryption${place}. Its address in the settings needs smtps://.`,
  },
  {
    when: /certificate|SSL|wrong version number|TLS/i,
    words: (place) =>
      `The encryption of the mail server${place} fails. Its certificate may have expired.`,
  },
  {
    when: /ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ESOCKET|socket|timed? ?out|Greeting never|connection closed|Unexpected socket close/i,
    words: (place) => `The mail server does not answer${place}.`,
  },
  {
    when: /Invalid login|EAUTH|\b53[045]\b|credentials|authenticat/i,
    words: (place) =>
      `The mail server refuses the password${place}. User or password in the settings is wrong.`,
  },
  {
    when: /MAIL FROM|sender/i,
    words: (place) =>
      `The mail server refuses the sender${place}. The sender may not belong to this user.`,
  },
  {
    when: /^\D*4\d\d\b/,
    words: (place) => `The mail server defers emails${place}. It may accept them later.`,
  },
]

/**
 * Returns a sentence that explains a mail server's error and its remedy; `at` is the mail server's host, if
 * known.
 */
export function explainMailFailure(reason: string, at?: string): string {
  const place = at === undefined ? '' : ` at ${at}`
  const found = explanations.find(({ when }) => when.test(reason))
  return found?.words(place) ?? `The mail server does not accept emails${place}.`
}
