/**
 * A block of a text that an administrator wrote, such as an announcement, after parsing. Blocks and words
 * contain no markup; features/mails/server/render-written.ts converts them to HTML and plain text.
 */
export type WrittenBlock =
  | { title: WrittenWord[]; level: 1 | 2 | 3 }
  | { paragraph: WrittenWord[] }
  | { list: WrittenBlock[][]; start?: number }

export type WrittenWord =
  | { text: string }
  | { strong: WrittenWord[] }
  | { emphasis: WrittenWord[] }
  | { link: string; label: WrittenWord[] }
  | { picture: string; alt: string }
  | { lineEnd: true }

/**
 * The parts of a block's text that `replaceWords` passes to its callback: plain text, pictures, and links with their
 * label.
 */
export type WrittenLeaf = Extract<
  WrittenWord,
  { text: string } | { link: string } | { picture: string }
>

/** Returns a copy of the blocks, with every text, link and picture replaced by the result of `replace`. */
export function replaceWords(
  blocks: WrittenBlock[],
  replace: (leaf: WrittenLeaf) => WrittenWord[],
): WrittenBlock[] {
  const ofWords = (words: WrittenWord[]): WrittenWord[] =>
    words.flatMap((word) => {
      if ('strong' in word) return [{ strong: ofWords(word.strong) }]
      if ('emphasis' in word) return [{ emphasis: ofWords(word.emphasis) }]
      if ('lineEnd' in word) return [word]
      return replace('link' in word ? { ...word, label: ofWords(word.label) } : word)
    })
  return blocks.map((block) => {
    if ('title' in block) return { ...block, title: ofWords(block.title) }
    if ('list' in block) {
      return { ...block, list: block.list.map((entry) => replaceWords(entry, replace)) }
    }
    return { paragraph: ofWords(block.paragraph) }
  })
}
