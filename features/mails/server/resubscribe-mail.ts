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
    preview: 'Press the button if that is what you want.',
    parts: [
      { heading: 'Hear from us again?' },
      {
        opening: 'Somebody asked for mails to this address to begin again.',
        fact: 'If it was you, confirm it.',
      },
      { button: 'Yes, write to me again', address: context.links.resubscribe },
      { note: 'If it was not you, do nothing: nothing will change.' },
    ],
    reason: `You get this mail because you unsubscribed from ${context.seriesName} earlier.`,
  }),
} satisfies StandaloneMail
