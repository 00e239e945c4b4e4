type Method = (this: string, ...given: never[]) => unknown
type Methods = Record<string, Method>

/** How much of a text a method went through, by the text itself, what was asked and what came of it. */
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
 * The characters that methods of texts and patterns go through while `work` runs: how much work it is, which is
 * the same on every machine, whatever else that has to do.
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

/** How much more work twice as much is: 2 where each part is read as often as all others, 4 where each is read for each. */
export function growthOf(work: (size: number) => unknown, size = 1000): number {
  return countCharacters(() => work(2 * size)) / countCharacters(() => work(size))
}
