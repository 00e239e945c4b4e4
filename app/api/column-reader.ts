import { type Columns, rowsOf } from '#shared/list-columns.ts'
import { InterruptedList, type ListReader } from './row-reader.ts'

/** Takes a list in columns in pieces, cut anywhere, and gives the rows of each line once it is whole. */
export function columnReader<Row extends object>(): ListReader<Row> {
  /** Of the line that is not whole yet. */
  let pieces: string[] = []
  let isEnded = false
  function read(line: string): Row[] {
    const columns = JSON.parse(line) as Columns<Row> | []
    isEnded = Array.isArray(columns)
    return Array.isArray(columns) ? [] : rowsOf(columns)
  }
  return {
    push(text) {
      const [first = '', ...others] = text.split('\n')
      pieces.push(first)
      const rest = others.pop()
      if (rest === undefined) return []
      const lines = [pieces.join(''), ...others]
      pieces = [rest]
      return lines.flatMap(read)
    },
    end() {
      if (!isEnded) throw new InterruptedList('It ended before its end mark')
      return []
    },
  }
}
