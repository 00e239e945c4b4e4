import type { outboxEntries } from '#server/db/tables/messages.ts'

/** A link is for one person: open again in another browser for a moment, not for ever. */
const reusableMs = 10 * 60 * 1000
const mostUses = 7

/** Whether the library link of an outbox entry was used: ten minutes ago, or seven times. */
export function isLinkExhausted(
  {
    linkFirstUsedAt,
    linkUses,
  }: Pick<typeof outboxEntries.$inferSelect, 'linkFirstUsedAt' | 'linkUses'>,
  now: Date,
): boolean {
  const isOver = linkFirstUsedAt && now.getTime() - linkFirstUsedAt.getTime() > reusableMs
  return Boolean(isOver) || linkUses >= mostUses
}
