import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { LinkTarget } from '#platform/signed-links/signed-links.ts'

/** The dedupe key of an outbox entry names the code that it carries. */
export function makeCodeKey({ id, createdAt }: Pick<LinkTarget, 'id' | 'createdAt'>): string {
  return `code ${id} of ${createdAt.toISOString()}`
}

/** The code that an outbox entry carries; undefined for any other. */
export function readCodeKey(dedupeKey: string): Pick<LinkTarget, 'id' | 'createdAt'> | undefined {
  const [, id, moment] = /^code (\d+) of (\S+)$/.exec(dedupeKey) ?? []
  return id && moment ? { id: Number(id), createdAt: new Date(moment) } : undefined
}

/** How long a code opens anything. */
export const codeValidMs = 10 * 60 * 1000

/** The dedupe key of a mail that is sent once more because somebody in the admin area wished it. */
const resendKey = /^(.*?) ?again (\S+)$/

/** The key of a mail sent again, which keeps what the first one was about. */
export function makeResendKey(dedupeKey: string, now: Date): string {
  return `${readResendKey(dedupeKey)?.first ?? dedupeKey} again ${now.toISOString()}`.trim()
}

/** The key of the mail that was sent again; nothing for a mail that is none. */
export function readResendKey(dedupeKey: string): { first: string } | undefined {
  const [, first] = resendKey.exec(dedupeKey) ?? []
  return first === undefined ? undefined : { first }
}

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
