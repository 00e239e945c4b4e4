import type { Sum, View, Visitor } from './write-views.ts'

/** How long views are summed in memory before they are written, in milliseconds. */
const writeAfterMs = 3000
/** Maximum number of different sums in memory. Further ones are counted without source, campaign and `via`. */
const mostSums = 1000
/** Sums page views in memory, and calls `write` with the sums every few seconds. */
export function createViewCounter(
  write: (sums: Sum[], visitors: Visitor[]) => Promise<void>,
  onFailure: (error: unknown) => void,
) {
  let sums = new Map<string, Sum>()
  /** Visitors since the last write. Only their pseudonyms are written. */
  let visitors = new Map<string, Visitor>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function add(view: View, change: Pick<Sum, 'views' | 'formsOpened'>) {
    const isFull = sums.size >= mostSums && !sums.has(keyOf(view))
    const counted = isFull ? { ...view, source: '', campaign: '', via: '' } : view
    const sum = sums.get(keyOf(counted)) ?? { ...counted, views: 0, formsOpened: 0 }
    if (sums.size >= 2 * mostSums && !sums.has(keyOf(counted))) return
    sum.views += change.views
    sum.formsOpened += change.formsOpened
    sums.set(keyOf(counted), sum)
    timer ??= setTimeout(() => void flush(), writeAfterMs).unref()
  }

  function addVisitor(visitor: Visitor) {
    if (visitors.size < 2 * mostSums) visitors.set(Object.values(visitor).join(' '), visitor)
  }

  async function writeOnce() {
    const written = [...sums.values()]
    const seen = [...visitors.values()]
    sums = new Map()
    visitors = new Map()
    if (written.length === 0) return
    try {
      await write(written, seen)
    } catch (error) {
      onFailure(error)
      // Keep the views for the next attempt.
      for (const sum of written) add(sum, sum)
      for (const visitor of seen) addVisitor(visitor)
    }
  }

  /** Writes the sums now. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeOnce)
    return writing
  }

  return {
    countView(view: View, visitor: Omit<Visitor, 'day'>) {
      add(view, { views: 1, formsOpened: 0 })
      addVisitor({ ...visitor, day: view.day })
    },
    countForm: (view: View) => add(view, { views: 0, formsOpened: 1 }),
    async stop() {
      await flush()
      clearTimeout(timer)
    },
  }
}

function keyOf({ day, path, source, campaign, via }: View) {
  return [day, path, source, campaign, via].join('\n')
}
