import { desc, eq, isNull, or } from 'drizzle-orm'
import type { Db, Transaction } from '#platform/db/open.ts'
import { administrators } from '#schema/sign-in.ts'

/** Cyrillic and Greek letters, each with the Latin letter that it resembles. */
const lookAlikes = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    ё: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ї: 'i',
    ј: 'j',
    ѕ: 's',
    ԁ: 'd',
    һ: 'h',
    ԛ: 'q',
    ԝ: 'w',
    в: 'b',
    к: 'k',
    м: 'm',
    н: 'h',
    т: 't',
    ӏ: 'l',
    г: 'r',
    п: 'n',
    ѵ: 'v',
    α: 'a',
    β: 'b',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
    η: 'n',
    ω: 'w',
    ζ: 'z',
    σ: 'o',
    ϲ: 'c',
    ϳ: 'j',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
    օ: 'o',
    ո: 'n',
    ս: 'u',
  }),
)

/**
 * Returns a key that is equal for names that look alike: the name without case, accents and invisible
 * letters, and with similar letters of other scripts replaced.
 */
export function foldName(name: string): string {
  const lower = name.normalize('NFKD').toLowerCase().normalize('NFKD')
  const seen = lower.replaceAll(/[\p{M}\p{C}]/gu, '')
  const plain = seen.replaceAll(/\s+/g, ' ').trim()
  const latin = Array.from(plain, (letter) => lookAlikes.get(letter) ?? letter).join('')
  // Treat "I", "l" and "1" alike, and "O" and "0", because many screen fonts do not distinguish them.
  return latin.replaceAll(/[i1|]/g, 'l').replaceAll('0', 'o')
}

/**
 * Returns the administrator with exactly this name or, without one, the administrator whose name looks
 * alike.
 */
export async function findAdministrator(db: Db, name: string) {
  const { id, username, nameKey, passwordHash } = administrators
  const isExact = eq(username, name)
  const [found] = await db
    .select({ id, username, passwordHash })
    .from(administrators)
    .where(or(isExact, eq(nameKey, foldName(name))))
    .orderBy(desc(isExact))
    .limit(1)
  return found
}

/**
 * Stores the look-alike key for administrators that an older release created. If several names look alike,
 * only the first one gets the key.
 */
export async function fillNameKeys(db: Db | Transaction): Promise<void> {
  const { id, username, nameKey } = administrators
  const rows = await db
    .select({ id, username })
    .from(administrators)
    .where(isNull(nameKey))
    .orderBy(id)
  for (const row of rows) {
    const key = foldName(row.username)
    const [taken] = await db.select({ id }).from(administrators).where(eq(nameKey, key))
    if (!taken) await db.update(administrators).set({ nameKey: key }).where(eq(id, row.id))
  }
}
