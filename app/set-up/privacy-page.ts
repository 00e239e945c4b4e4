type Known = { series: string; owner: string; contact: string }

/**
 * Returns a draft of the privacy page in Markdown, which describes the data that the site stores. Missing facts are
 * in brackets, for the operator to complete.
 */
export function writePrivacyPage({ series, owner, contact }: Known): string {
  const who = owner.trim() || '[your name or organisation, and its address]'
  const where = contact.trim() || '[an e-mail address for questions]'
  return `# Privacy

Who is responsible: ${who}. Questions: ${where}.

## What we keep, and why

- **Your name and e-mail**, and your company and job title if you give them: to register you for events of ${series}, to send you their dates, links and reminders, and to let you into the library of recordings.
- **Questions** that you send us: to ask them at the event.
- **Which recordings you watched, and how far**: so that you can go on where you stopped, and so that we see what is of use.
- **Your network address and browser**: for a short time, against misuse.

We keep this because you asked us to take part, and as long as you want us to. We sell nothing, and there is no advertising and no tracking by others.

## Who else gets it

Mails go out through our mail provider. If an event takes place in Zoom, your name and e-mail are given to Zoom, so that you get a link of your own. Recordings are played by YouTube, which learns your network address once you press play.

## Cookies

Cookies and the memory of your browser keep you signed in and remember the address that you came in with. Logging out forgets them.

## What you can do

At the address /me of this site you see everything that we keep of you: you can take it along, correct it, and have it erased. Every mail has a link to unsubscribe. You can also complain to the data protection authority where you live.
`
}
