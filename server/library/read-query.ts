import { foldLetters } from '#shared/fold-letters.ts'

/** What somebody typed to search for, as it is compared with what was said. */
export function readQuery(q: string) {
  const folded = foldLetters(
    q
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[“”„«»]/g, '"'),
  )
  const wanted = folded
    .replaceAll(/(?:^|\s)-(?:"[^"]*"?|\S+)/g, ' ')
    .replaceAll(/(?:^|\s)or(?=\s|$)/gi, ' ')
  return {
    /** For the database: words, "phrases", -without, or. */
    folded,
    /** The words themselves, in their order. */
    words: wanted.toLowerCase().match(/[\p{L}\p{N}]+(?:['.-][\p{L}\p{N}]+)*/gu) ?? [],
    /** All of it as one text, for words that are too common to be indexed. */
    phrase: folded.replaceAll('"', ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
  }
}

export type Asked = {
  query: ReturnType<typeof readQuery>
  /** In these interviews. */
  eventIds: number[]
  /** How many moments of each interview are shown. */
  each: number
}
