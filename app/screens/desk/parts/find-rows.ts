import type { TableColumn } from './table-column.ts'

/** Letters that Unicode does not take apart into a plain one and its mark. */
const whole: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** Letters without their accents and in one case, so that `zoe` finds `Zoë` and sorts beside her. */
export function plainText(text: string) {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđßæœı]/g, (letter) => whole[letter] ?? letter)
}

/**
 * A search over rows: those in whose searched columns every word of the query stands. What is searched
 * is made plain once, at the first query.
 */
export function createRowSearch<Row>(rows: Row[], columns: TableColumn<Row>[]) {
  const searched = columns.filter(({ isSearched }) => isSearched)
  let texts: string[] | undefined
  return (query: string): Row[] => {
    const words = plainText(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return rows
    texts ??= rows.map((row) => plainText(searched.map(({ text }) => text(row)).join('\n')))
    const made = texts
    return rows.filter((_, index) => words.every((word) => made[index]?.includes(word)))
  }
}
