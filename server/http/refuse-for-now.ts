import type { DatabaseTrouble } from '#server/db/database-trouble.ts'
import { Refusal, retryAfterSeconds } from '#server/refusal.ts'

const words: Record<DatabaseTrouble['kind'], string> = {
  away: 'We cannot reach our records at the moment. Please try again in a minute.',
  busy: 'We are very busy at the moment. Please try again in a minute.',
  full: 'We cannot save anything at the moment. Please try again in a few minutes.',
}

/** What a visitor is told while the database cannot be used. */
export function refuseForNow({ kind }: DatabaseTrouble) {
  return new Refusal('unavailable', { message: words[kind], retryAfter: retryAfterSeconds })
}
