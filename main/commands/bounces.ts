import { readFile } from 'node:fs/promises'
import { readReport } from '#features/bounces/server/read-report.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { runCommand } from './command.ts'

const usage = 'Usage: npm run bounces -- explain FILE…'

/**
 * `npm run bounces -- explain FILE…`: prints how the site interprets each file's bounce mail, one JSON line per
 * file.
 */
await runCommand(async ([action, ...files]) => {
  if (action !== 'explain' || files.length === 0) {
    throw invalidInput([{ field: 'action', message: usage }])
  }
  const lines: string[] = []
  for (const file of files) lines.push(JSON.stringify(await explain(file)))
  return lines.join('\n')
})

async function explain(file: string) {
  const source = await readFile(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`)
  })
  try {
    const { kind, recipients } = await readReport(source)
    const [gravest] = recipients
    return {
      file,
      kind,
      recipient: gravest?.addresses[0] ?? null,
      status: gravest?.status ?? null,
      verdict: kind === 'failed' ? (gravest?.verdict ?? null) : null,
      reason: gravest?.reason ?? null,
    }
  } catch (error) {
    const reason = `The report cannot be parsed: ${(error as Error).message}`
    return { file, kind: 'none', recipient: null, status: null, verdict: null, reason }
  }
}
