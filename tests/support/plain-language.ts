export type Document = { path: string; text: string }

/** Words without an actor, and metaphors, that documents and comments do not use. See docs/style.md. */
const bannedProse: [pattern: RegExp, instead: string][] = [
  [/\b(nobody|somebody|whoever)\b/i, 'the actor: visitor, member, administrator, caller'],
  [/\b(is|are|was|were) told\b/i, 'what is sent or shown to whom'],
  [/\bby (itself|themselves)\b/i, 'automatically, by default, alone'],
]

const longestLine = 200
const longestSentence = 40

/** Breaches of docs/style.md in Markdown: long lines, long sentences, words without an actor. */
export function findDocumentBreaches({ path, text }: Document): string[] {
  return readProse(text).flatMap(({ line, prose, longest }) => [
    ...(longest > longestLine ? [`${path}:${line}: a line has ${longest} characters`] : []),
    ...splitSentences(prose).flatMap((sentence) => {
      const words = sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word))
      return words.length > longestSentence
        ? [`${path}:${line}: ${words.length} words in "${words.slice(0, 6).join(' ')} …"`]
        : []
    }),
    ...findBannedProse(prose).map((found) => `${path}:${line}: ${found}`),
  ])
}

/** Banned words of the text, with the words to use instead. */
export function findBannedProse(text: string): string[] {
  return bannedProse.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)
    return found ? [`"${found[0]}": say ${instead}`] : []
  })
}

/** Subjects of commits that say nothing of what changes. */
export function findSubjectBreaches(subjects: string[]): string[] {
  return subjects.filter((subject) => /^(Keep what|Keep unfinished|Begin|WIP)\b/i.test(subject))
}

/** Paragraphs and list items, with their first line's number; without tables, code blocks and headings. */
function readProse(text: string) {
  const blocks: { line: number; prose: string; longest: number }[] = []
  let isOpen = false
  let isCode = false
  for (const [index, whole] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(whole)) {
      isCode = !isCode
      isOpen = false
      continue
    }
    if (isCode || /^\s*(\||#|<|\[[^\]]+\]:|$)/.test(whole)) {
      isOpen = false
      continue
    }
    const isItem = /^\s*([-*]|\d+\.)\s/.test(whole)
    const prose = whole
      .replace(/^\s*([-*]|\d+\.)\s+/, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/`[^`]*`/g, 'code')
    if (isItem || !isOpen) blocks.push({ line: index + 1, prose: '', longest: 0 })
    isOpen = true
    const block = blocks.at(-1)!
    block.prose += ` ${prose}`
    block.longest = Math.max(block.longest, prose.length)
  }
  return blocks
}

function splitSentences(prose: string) {
  return prose.split(/(?<=[.!?:;][)"*]*)\s+/)
}
