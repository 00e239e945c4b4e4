import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * A password typed in the terminal, unseen, or the first line of what is piped in. Empty where nothing
 * was given: the caller makes one.
 */
export async function askPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (stdin.isTTY) stdout.write('Password (empty: one is made): ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write('\n')
  }
}
