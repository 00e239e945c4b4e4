type Known = { series: string; owner: string; contact: string }

/**
 * Returns a draft of the privacy page in Markdown, which describes the data that the site stores. Missing facts are
 * in brackets, for the operator to complete.
 */
export function writePrivacyPage({ series, owner, contact }: Known): string {
  const who = owner.trim() || '[your name or organisation, and its address]'
  const where = contact.trim() || '[an email address for questions]'
  return `# Privacy

Responsible: ${who}. Questions: ${where}.

## What we store, and why

- **Your name and email**, and your company and job title if you give them: to register you for events of ${series}, to send you dates, links and reminders, and to give you access to the library of recordings.
- **Questions** that you send us: to ask them at the event.
- **Which recordings you watched, and how far**: so that you can continue where you stopped, and to see which recordings are useful.
- **Your IP address and browser**: for a short time, to prevent abuse.
- **Which pages are viewed**: as totals, without cookies. To count a visitor once a day, we store a code that is computed from your shortened IP address and your browser. The key to it is deleted the next day.
- **The link by which you found us**: with your registration, to see which invitations people follow.

We store this data because you registered, and until you ask us to delete it. We do not sell data, and use no advertising or third-party tracking.

## Who else receives it

Our email provider sends our emails. If an event takes place in Zoom, Zoom gets your name and email to create your join link. YouTube plays the recordings and learns your IP address when you start one.

## Cookies

A cookie keeps you signed in, and your browser stores the email that you used. Logging out deletes both.

## Your rights

The page /me of this site shows all data that we store about you. You can download or delete it there, or ask us to correct it. Every email has an unsubscribe link. You can also complain to your data protection authority.
`
}
