/**
 * Measures a parser's work without timing: characters processed by text operations, and list elements. A
 * pattern with unlimited backtracking counts the square of its input, so its input must be bounded.
 */

/** Matches quantifiers in a pattern's source, outside of character classes. */
const parts = /\\.|\[(?:\\.|[^\]])*\]|\{(\d+)(,?)(\d*)\}|[*+]/g

type Cost = { factor: number; isUnbounded: boolean }

function costOf(source: string): Cost {
  const cost: Cost = { factor: 1, isUnbounded: false }
  for (const match of source.matchAll(parts)) {
    const [whole, least, comma, most] = match
    // A quantifier at the end of a pattern never backtracks.
    const endsIt = match.index + whole.length === source.length
    if (least !== undefined && (comma === '' || most !== '')) {
      cost.factor *= Number(most || least) + 1
    } else if ((whole === '+' || whole === '*' || least !== undefined) && !endsIt) {
      cost.isUnbounded = true
    }
  }
  return cost
}

const textMethods = ['trim', 'trimStart', 'trimEnd', 'normalize', 'toWellFormed'] as const
const seekingMethods = ['indexOf', 'includes', 'split', 'replaceAll', 'toLowerCase'] as const
const listMethods = ['filter', 'map', 'flatMap', 'join', 'toSorted', 'concat', 'slice'] as const

/** Runs `work` and returns its cost. Nothing else may run meanwhile. */
export function countTextWork(work: () => void): number {
  let counted = 0
  /** Squares of input lengths, and processed characters, by pattern. */
  const seenBy = new Map<string, { squares: number; seen: number }>()
  const undo: (() => void)[] = []
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the method takes
  type Method = (...given: any[]) => unknown
  function replace(owner: object, name: string, by: (original: Method) => Method) {
    const methods = owner as Record<string, Method>
    const original = methods[name]!
    methods[name] = by(original)
    undo.push(() => (methods[name] = original))
  }
  function wrap(owner: object, name: string, charge: (self: never, result: unknown) => number) {
    replace(owner, name, (original) => {
      return function counting(this: unknown, ...given) {
        const result = original.apply(this, given)
        counted += 1 + charge(this as never, result)
        return result
      }
    })
  }
  replace(RegExp.prototype, 'exec', (exec) => {
    return function counting(this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0
      const match = exec.call(this, text) as RegExpExecArray | null
      const missed = this.sticky ? from + 1 : text.length
      const seen = Math.max(0, (match ? match.index + match[0].length : missed) - from)
      const sums = seenBy.get(this.source) ?? { squares: 0, seen: 0 }
      sums.squares += (text.length - from) ** 2
      sums.seen += seen + 1
      seenBy.set(this.source, sums)
      return match
    }
  })
  for (const name of textMethods) wrap(String.prototype, name, (text: string) => text.length)
  for (const name of seekingMethods) wrap(String.prototype, name, (text: string) => text.length)
  for (const name of listMethods) {
    wrap(Array.prototype, name, (list: unknown[], result) =>
      Array.isArray(result) && name === 'slice' ? result.length : list.length,
    )
  }
  try {
    work()
  } finally {
    for (const step of undo.toReversed()) step()
  }
  for (const [source, { squares, seen }] of seenBy) {
    const { factor, isUnbounded } = costOf(source)
    counted += isUnbounded ? squares : seen * factor
  }
  return counted
}
