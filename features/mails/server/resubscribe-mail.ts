import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { StandaloneMail } from './mail-kind.ts'

/** Returns the topics to restore as a string, with which the dedupe key of a resubscribe mail begins. */
export function nameTopics(topics: readonly Topic[]): string {
  return allTopics.filter((topic) => topics.includes(topic)).join('+')
}

/** Returns the topics that the dedupe key of a resubscribe mail names; all topics if it names none. */
export function readTopics(dedupeKey: string): Topic[] {
  const named = dedupeKey.split(' ', 1)[0]!.split('+')
  const topics = allTopics.filter((topic) => named.includes(topic))
  return topics.length > 0 ? topics : [...allTopics]
}

/** Mail with a link to subscribe again, because only the owner of the mailbox may undo an unsubscription. */
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
