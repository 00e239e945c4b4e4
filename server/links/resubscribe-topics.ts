import { topics as allTopics, type Topic } from '#shared/messages.ts'

/** How a resubscribe link's outbox entry notes what it is to take back, before the rest of its dedupe key. */
export function nameTopics(topics: readonly Topic[]): string {
  return allTopics.filter((topic) => topics.includes(topic)).join('+')
}

/** What an outbox entry's dedupe key names; everything for one that names nothing. */
export function readTopics(dedupeKey: string): Topic[] {
  const named = dedupeKey.split(' ', 1)[0]!.split('+')
  const topics = allTopics.filter((topic) => named.includes(topic))
  return topics.length > 0 ? topics : [...allTopics]
}
