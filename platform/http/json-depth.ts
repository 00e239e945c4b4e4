import { invalidInput } from '#platform/errors/refusal.ts'

/** Maximum depth of a JSON body: twice the depth of the deepest body in any contract. */
const mostLevels = 32

export function tooDeep() {
  const message = `The body is nested more than ${mostLevels} levels deep`
  return invalidInput([{ field: 'body', message }])
}

/** Returns whether a JSON text is nested too deeply to parse. Invalid JSON may count as too deep. */
export function isTooDeep(text: string): boolean {
  let level = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = findEndOfString(text, at)
    else if (sign === '{' || sign === '[') {
      if (++level > mostLevels) return true
    } else if (sign === '}' || sign === ']') level--
  }
  return false
}

/** Returns the index of a JSON string's closing quote, or the end of the text if there is none. */
function findEndOfString(text: string, start: number) {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))
  return end
}

/** Returns whether the quote at index `at` is escaped: after an odd number of backslashes. */
function isEscaped(text: string, at: number) {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
