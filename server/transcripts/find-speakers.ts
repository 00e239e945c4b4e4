const label = /^(?:>>\s*)?([\p{L}\p{N}][^:<>?!;]{0,79}):(?:\s+|$)/u
const particles = new Set(
  'of de da do dos das del della di du la le van von der den ter bin ibn al el y e and &'.split(
    ' ',
  ),
)
const mostWordsOfName = 6
/** "At 10: the doors open" tells a time. */
const tellsTime = /^(?:at|by|from|around|about|until|before|after|since|on|in)\s.*\d/i

/** What stands before a colon at a line's start, as a name would. */
export function readLabel(text: string): { name: string; rest: string } | undefined {
  const match = label.exec(text)
  const name = match?.[1]?.trim()
  // A clock time has no letter: "10: that was the hour".
  if (!match || !name || !/\p{L}/u.test(name)) return undefined
  return { name, rest: text.slice(match[0].length) }
}

/** Words in capitals, as names, 'Speaker 1' and 'HOST' are; 'The lesson was this' is a sentence. */
export function isNameLike(name: string): boolean {
  const words = name.trim().split(/\s+/)
  return (
    words.length <= mostWordsOfName &&
    /^\p{L}/u.test(name.trim()) &&
    !tellsTime.test(name.trim()) &&
    !/\p{Ll}/u.test(words[0]!.charAt(0)) &&
    words.every((word) => particles.has(word) || /^["'(#]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word))
  )
}

/**
 * The names that are said to speak, of all that stand before colons at the starts of lines, one list for
 * each cue. "Remember: cash first" in a file without names is nobody's name.
 */
export function findSpeakers(labels: string[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const name of labels.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const share = labels.filter((names) => names.some(isNameLike)).length / labels.length
  const anyShare = labels.filter((names) => names.length > 0).length / labels.length
  const beginsNamed = labels[0]?.some(isNameLike) === true
  const isSpeaker = ([name, count]: [string, number]) => {
    // Some people write their name without capitals.
    if (!isNameLike(name)) return count > 2 && anyShare >= 0.8 && name.split(/\s+/).length < 4
    return share >= 0.5 || count > 1 || (beginsNamed && name.includes(' '))
  }
  return new Set([...counts].filter(isSpeaker).map(([name]) => name))
}
