/** A list ended before its end mark, or is no list: what came of it is not all. */
export class InterruptedList extends Error {
  override readonly name = 'InterruptedList'
}

/**
 * Takes a JSON array in pieces, cut anywhere, and gives its rows as they become whole. `end` throws
 * InterruptedList unless the array's end was seen: a list that was cut off is never taken for complete.
 */
export function rowReader<Row>() {
  /** What is not given yet: from the first row that is not whole. */
  let pending = ''
  let looked = 0
  /** How many brackets are open; 1 between rows. */
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isClosed = false

  /** Reads on to the end of what is there; gives where the last whole row ends, -1 without one. */
  function look(): number {
    let end = -1
    for (; looked < pending.length; looked += 1) {
      const sign = pending[looked]
      if (isEscaped) isEscaped = false
      else if (isInText) {
        isEscaped = sign === '\\'
        isInText = sign !== '"'
      } else if (sign === '"') isInText = true
      else if (sign === '[' || sign === '{') depth += 1
      else if (sign === ',' && depth === 1) end = looked
      else if (sign === ']' || sign === '}') {
        depth -= 1
        if (depth === 0 && sign === '}') throw new InterruptedList('It cannot be read')
        if (depth === 0) return looked
      }
    }
    return end
  }

  function open() {
    pending = pending.trimStart()
    if (pending === '') return
    if (pending[0] !== '[') throw new InterruptedList('It is no list')
    pending = pending.slice(1)
    depth = 1
  }

  return {
    push(text: string): Row[] {
      pending += text
      if (!isClosed && depth === 0) open()
      const end = isClosed || depth === 0 ? -1 : look()
      isClosed ||= end !== -1 && depth === 0
      const rows = end === -1 ? [] : parse<Row>(pending.slice(0, end))
      if (end !== -1) {
        pending = pending.slice(end + 1)
        looked = pending.length
      }
      if (isClosed && pending.trim() !== '') throw new InterruptedList('More follows its end')
      return rows
    },
    end() {
      if (!isClosed) throw new InterruptedList('It ended before its end mark')
    },
  }
}

function parse<Row>(rows: string): Row[] {
  try {
    return JSON.parse(`[${rows}]`)
  } catch (cause) {
    throw new InterruptedList('It cannot be read', { cause })
  }
}
