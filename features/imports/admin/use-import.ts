import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { limitMessage } from '#client/api/call.ts'
import { newBatchId } from '#client/api/new-batch-id.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import { rowsInPart } from '#features/imports/rules.ts'

type Run<Row, Result> = {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done'
  /** The text that was imported. If the text area still contains it, the same import need not be offered again. */
  text: string
  rows: Row[]
  batchId: string
  /** Number of rows that the server has processed. */
  answered: number
  result: Result | null
  error: unknown
}

type Import<Row, Result> = {
  send: (part: Part<Row>) => Promise<Result>
  onDone: (result: Result) => void
  /** Text of the error toast if an import fails, except when a rate limit is reached. */
  failure: string
}

/** Returns whether an import or an undo may change the result of a query. */
export function isImportedRead({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean {
  return (
    typeof path === 'string' && /^\/api\/(admin|registrations|video-access|event-reg)/.test(path)
  )
}

/**
 * Imports a list in parts, one call for each, and keeps progress, summed results and the rows that remain after a
 * failure. The state is kept when the organiser opens another page, and the import continues.
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
      showFailure('Import Failed', limitMessage(error) ?? kind.failure)
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

/**
 * State of an import form: the text of the list, its file name, and whether to import people who asked to
 * be erased.
 */
export function useListText() {
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState('')
  const [overridden, setOverridden] = useState<string>()
  return {
    text,
    fileName,
    takeFile: setFileName,
    /** Whether to import people who asked to be erased. Any change of the list resets it to false. */
    override: {
      isOn: text !== '' && overridden === text,
      onChange: (isOn: boolean) => setOverridden(isOn ? text : undefined),
    },
    /**
     * Replaces the text of the list. If both its first and its last line differ, it is another list and not a
     * correction, so the name of the uploaded file is cleared.
     */
    write(next: string) {
      const [[first, last], [nextFirst, nextLast]] = [endsOf(text), endsOf(next)]
      if (first !== nextFirst && last !== nextLast) setFileName('')
      setText(next)
    },
  }
}
export type Override = ReturnType<typeof useListText>['override']

/** Returns the first and the last line of a list, without surrounding space. */
function endsOf(text: string): [string | undefined, string] {
  const lines = text.trim()
  return [lines.split('\n', 1)[0]?.trim(), lines.slice(lines.lastIndexOf('\n') + 1)]
}

function useLeaveWarning(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}

export type Part<Row> = { rows: Row[]; batchId: string; firstRow: number }

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
  return { ...earlier, ...Object.fromEntries(sums) } as Result
}

/**
 * Sends a list in parts, beginning at row `from` (counted from 0), and calls `onAnswer` with each result
 * and the number of rows processed so far. Stops between two parts when `isStopped` returns true. Throws
 * the error of `send`.
 */
export async function importInParts<Row, Result>(
  list: { rows: Row[]; from: number; batchId: string },
  send: (part: Part<Row>) => Promise<Result>,
  follow: { onAnswer: (result: Result, answered: number) => void; isStopped: () => boolean },
): Promise<void> {
  const { rows, batchId } = list
  for (let from = list.from; from < rows.length && !follow.isStopped(); from += rowsInPart) {
    const part = rows.slice(from, from + rowsInPart)
    // Send one part after the other, because the server runs one import at a time, and a failure must leave
    // only complete parts.
    const result = await send({ rows: part, batchId, firstRow: from + 1 })
    follow.onAnswer(result, from + part.length)
  }
}
