import { parseSync } from 'vite'
import { findStrings } from './find-strings.ts'

export type Document = { path: string; text: string }

/** Words without an actor, and metaphors, that documents and comments do not use. See docs/style.md. */
const bannedProse: [pattern: RegExp, instead: string][] = [
  [/\b(nobody|somebody|whoever)\b/i, 'the actor: visitor, member, administrator, caller'],
  [/\b(is|are|was|were) told\b/i, 'what is sent or shown to whom'],
  [/\bby (itself|themselves)\b/i, 'automatically, by default, alone'],
]

/** Words that screens, mails and errors do not use, with the words to use instead. */
const bannedOnScreens: typeof bannedProse = [
  ...bannedProse,
  [/\b(whom|lest|anew|anybody)\b/i, 'anyone, who, again, or leave it out'],
  [/\b(landing|front) page\b/i, 'home page'],
  [/\b(second factor|telephone|e-mail|the desk)\b/i, 'two-factor authentication, phone, email'],
  [/\bpre-flight\b/i, 'problems'],
  [
    /\b(one press|(give up|take) (my|your) seat|what (is|was) said)\b/i,
    'register, cancel, transcript',
  ],
]

/** Names that do not say what a value is. Properties of calls and stored values keep their names. */
const bannedNames =
  /^(by|goes|moves|theirs|madeOf|whoTheyAre|mostSaid|useSaid|takingLonger|sayToo|behind|alone|deaf|unites)$/

/** Git's term for one side of a merge. */
const isMerge = (path: string) =>
  /compare-drafts|stale-dialog|use-(event|announcement|site)-form/.test(path)

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

/** Breaches in the comments of a source file: words without an actor. */
export function findCommentBreaches({ path, text }: Document): string[] {
  return parseSync(path, text).comments.flatMap(({ value, start }) =>
    findBannedProse(value.replaceAll(/`[^`]*`/g, 'code')).map((found) =>
      at(path, text, start, found),
    ),
  )
}

/** Breaches in the texts of a source file that a person may read. */
export function findScreenBreaches({ path, text }: Document): string[] {
  return findStrings(path, text).flatMap(({ start, shown }) =>
    findBannedProse(shown, bannedOnScreens).map((found) => at(path, text, start, found)),
  )
}

/** Breaches in the names of variables, functions and parameters of a source file. */
export function findNameBreaches({ path, text }: Document): string[] {
  return findDeclaredNames(parseSync(path, text).program as unknown as Node)
    .filter(({ name }) => bannedNames.test(name) && !(name === 'theirs' && isMerge(path)))
    .map(({ name, start }) => at(path, text, start, `"${name}": say what the value is`))
}

function at(path: string, text: string, start: number, breach: string) {
  return `${path}:${text.slice(0, start).split('\n').length}: ${breach}`
}

type Node = { type: string; start: number; [field: string]: unknown }

/** The names that variables, functions and parameters declare, with their positions. */
function findDeclaredNames(node: Node): { name: string; start: number }[] {
  const declared =
    node.type === 'VariableDeclarator'
      ? [node.id]
      : /Function/.test(node.type)
        ? [node.id, ...((node.params as Node[] | undefined) ?? [])]
        : []
  const inner = Object.values(node)
    .flat()
    .filter((value) => typeof (value as Node | null)?.type === 'string')
  return [
    ...declared.flatMap((pattern) => (pattern ? namesIn(pattern as Node) : [])),
    ...inner.flatMap((value) => findDeclaredNames(value as Node)),
  ]
}

function namesIn(pattern: Node): { name: string; start: number }[] {
  if (pattern.type === 'Identifier') return [{ name: String(pattern.name), start: pattern.start }]
  const inner = {
    ObjectPattern: pattern.properties,
    ArrayPattern: pattern.elements,
    AssignmentPattern: pattern.left,
    RestElement: pattern.argument,
    Property: pattern.value,
  }[pattern.type]
  return [inner].flat().flatMap((value) => (value ? namesIn(value as Node) : []))
}

/** Banned words of the text, with the words to use instead. */
export function findBannedProse(text: string, banned = bannedProse): string[] {
  return banned.flatMap(([pattern, instead]) => {
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
