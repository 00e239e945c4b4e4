import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { StandaloneMail } from './mail-kind.ts'

/** Returns the beginning of a resubscribe link's dedupe key, which names the topics to restore. */
export function nameTopics(topics: readonly Topic[]): string {
  return allTopics.filter((topic) => topics.includes(topic)).join('+')
}

/** Returns the topics in a dedupe key; all topics if it contains none. */
export function readTopics(dedupeKey: string): Topic[] {
  const named = dedupeKey.split(' ', 1)[0]!.split('+')
  const topics = allTopics.filter((topic) => named.includes(topic))
  return topics.length > 0 ? topics : [...allTopics]
}

/** Mails a link to subscribe again: only a mail to the address may undo an unsubscription. */
export const resubscribeMail = {
  to: 'person',
  isRepeatable: true,
  isOnRequest: true,
  words: (context) => ({
    subject: `Hear from ${context.seriesName} again?`,
    preview: 'Press the button to confirm.',
    parts: [
      { heading: 'Hear from us again?' },
      {
        opening: 'Someone asked us to send emails to this address again.',
        fact: 'If it was you, please confirm.',
      },
      { button: 'Yes, write to me again', address: context.links.resubscribe },
      { note: 'If it was not you, ignore this email.' },
    ],
    reason: `You get this email because you unsubscribed from ${context.seriesName} earlier.`,
  }),
} satisfies StandaloneMail
