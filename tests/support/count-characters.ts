type Method = (this: string, ...given: never[]) => unknown
type Methods = Record<string, Method>

/** How many characters a method processes, by text, arguments and result. */
const readings: Record<string, (text: string, given: unknown[], answer: unknown) => number> = {
  indexOf(text, [sought, from = 0], answer) {
    const end = answer === -1 ? text.length : Number(answer) + String(sought).length
    return Math.max(0, end - Number(from))
  },
  slice: (_text, _given, answer) => String(answer).length,
  substring: (_text, _given, answer) => String(answer).length,
  ...Object.fromEntries(
    ['split', 'replace', 'replaceAll', 'includes', 'trim', 'toLowerCase'].map((name) => [
      name,
      (text: string) => text.length,
    ]),
  ),
}

/**
 * Counts the characters that text and pattern methods process during `work`, a measure independent of the
 * machine's speed.
 */
export function countCharacters(work: () => unknown): number {
  let count = 0
  const texts = String.prototype as unknown as Methods
  const own = Object.fromEntries(Object.keys(readings).map((name) => [name, texts[name]!]))
  const patterns = RegExp.prototype
  const { exec } = patterns
  for (const [name, method] of Object.entries(own)) {
    texts[name] = function (...given) {
      const answer = method.apply(this, given)
      count += readings[name]!(this, given, answer)
      return answer
    }
  }
  patterns.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const end = this.sticky ? from + 1 : text.length
    count += (found ? found.index + found[0].length : end) - from
    return found
  }
  try {
    work()
  } finally {
    Object.assign(String.prototype, own)
    patterns.exec = exec
  }
  return count
}

/** Returns how the work grows when the size doubles: 2 for linear, 4 for quadratic. */
export function growthOf(work: (size: number) => unknown, size = 1000): number {
  return countCharacters(() => work(2 * size)) / countCharacters(() => work(size))
}
