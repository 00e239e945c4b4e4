import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newBatchId } from '#client/api/new-batch-id.ts'
import { rowsInPart } from '#features/imports/rules.ts'

type Run<Row, Result> = {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done'
  /** What was typed, so that a page knows whether it has changed since. */
  text: string
  rows: Row[]
  batchId: string
  /** How many rows were answered: those are imported, or stand in the errors. */
  answered: number
  result: Result | null
  error: unknown
}

type Import<Row, Result> = {
  send: (part: Part<Row>) => Promise<Result>
  onDone: (result: Result) => void
  onFailed: (error: unknown) => void
}

/** Whether a read may answer otherwise once an import has run or was undone. */
export function isImportedRead({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean {
  return (
    typeof path === 'string' && /^\/api\/(admin|registrations|video-access|event-reg)/.test(path)
  )
}

/**
 * Imports a list in parts: how far it is, what came of it, and what remains after a failure. Goes on
 * when its form is no longer shown. Specification, "Imports and export".
 */
export function useImport<Row, Result extends { errors: string[] }>(kind: Import<Row, Result>) {
  const queryClient = useQueryClient()
  const [run, setRun] = useState<Run<Row, Result>>({
    state: 'idle',
    text: '',
    rows: [],
    batchId: '',
    answered: 0,
    result: null,
    error: null,
  })
  const wantsStop = useRef(false)
  const isRunning = run.state === 'running'
  useLeaveWarning(isRunning)

  async function work(from: Run<Row, Result>) {
    let current = from
    const follow = (next: Partial<Run<Row, Result>>) => {
      current = { ...current, ...next }
      setRun(current)
    }
    wantsStop.current = false
    follow({ state: 'running', error: null })
    try {
      await importInParts({ ...current, from: current.answered }, kind.send, {
        onAnswer: (result, answered) =>
          follow({ answered, result: sumResults(current.result, result) }),
        isStopped: () => wantsStop.current,
      })
      const isDone = current.answered === current.rows.length
      follow({ state: isDone ? 'done' : 'stopped' })
      if (isDone && current.result) kind.onDone(current.result)
    } catch (error) {
      follow({ state: 'failed', error })
      kind.onFailed(error)
    }
    void queryClient.invalidateQueries({ predicate: isImportedRead })
  }

  return {
    ...run,
    isRunning,
    start(rows: Row[], text: string) {
      const batchId = newBatchId()
      void work({ ...run, rows, text, batchId, answered: 0, result: null })
    },
    goOn: () => void work(run),
    stop() {
      wantsStop.current = true
    },
    reset: () => setRun({ ...run, state: 'idle', text: '', rows: [], answered: 0, result: null }),
  }
}

/** Asks before the page is left in the middle of an import. */
function useLeaveWarning(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}

type Part<Row> = { rows: Row[]; batchId: string; firstRow: number }

/** Adds up what several parts gave. */
export function sumResults<Result extends { errors: string[] }>(
  earlier: Result | null,
  next: Result,
): Result {
  if (!earlier) return next
  const sums = Object.entries(next).map(([name, value]) => {
    const before: unknown = earlier[name as keyof Result]
    if (Array.isArray(value) && Array.isArray(before)) return [name, [...before, ...value]]
    return [name, typeof value === 'number' ? Number(before) + value : value]
  })
  return Object.fromEntries(sums) as Result
}

/**
 * Sends a list part by part, from its row `from` (counted from 0) on, and reports each answer with the
 * number of rows answered so far. Stops between two parts once `isStopped` says so. Throws what `send`
 * throws; the parts before were reported by then.
 */
export async function importInParts<Row, Result>(
  list: { rows: Row[]; from: number; batchId: string },
  send: (part: Part<Row>) => Promise<Result>,
  {
    onAnswer,
    isStopped,
  }: { onAnswer: (result: Result, answered: number) => void; isStopped: () => boolean },
): Promise<void> {
  const { rows, batchId } = list
  for (let from = list.from; from < rows.length && !isStopped(); from += rowsInPart) {
    const part = rows.slice(from, from + rowsInPart)
    // One after the other: the server takes imports in turns, and a failure must leave a clean cut.
    const result = await send({ rows: part, batchId, firstRow: from + 1 })
    onAnswer(result, from + part.length)
  }
}
