import { useState } from 'react'

/** The name of the file that a text was read from, as long as it is that file's, corrections included. */
export function useFileName() {
  const [name, setName] = useState('')
  return {
    name,
    take: setName,
    /** The text became another: what begins and ends otherwise is another list. */
    follow(before: string, next: string) {
      const [first, last] = endsOf(before)
      const [nextFirst, nextLast] = endsOf(next)
      if (first !== nextFirst && last !== nextLast) setName('')
    },
  }
}

/** Its first and last line; a field gives back a text with other line ends than its file had. */
function endsOf(text: string) {
  const lines = text.trim()
  return [lines.split('\n', 1)[0]?.trim(), lines.slice(lines.lastIndexOf('\n') + 1)]
}
