import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { engineArguments } from '#tests/support/start-command.ts'

/** Memory limit for the whole product, in megabytes. */
const allowed = 300

const script = `
  const { openDatabase } = await import(${JSON.stringify(new URL('../open.ts', import.meta.url).href)})
  const { readFileSync } = await import('node:fs')
  const opened = await openDatabase({ dataDir: process.argv[1] })
  await opened.pool.query('create table if not exists notes (id int, text text)')
  async function call(_, caller) {
    for (let id = 0; id < 300; id += 1) {
      await opened.pool.query('insert into notes values ($1, $2)', [id, 'text of ' + caller])
      await opened.pool.query('select count(*) from notes where id = $1 and text like $2', [id, 'text%'])
    }
  }
  await Promise.all(Array.from({ length: 8 }, call))
  await opened.close()
  const peak = /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  console.log(Math.round(peak / 1024))
`

// V8's optimizing compiler alone needs twice this memory for PostgreSQL's grammar.
test.skipIf(!existsSync('/proc/self/status'))(
  'a process that works with the embedded database keeps below the memory the product may take',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-memory-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const argument = [...engineArguments, '--input-type=module', '--eval', script, dataDir]
    const { stdout } = await promisify(execFile)(process.execPath, argument)
    expect(Number(stdout)).toBeGreaterThan(50)
    expect(Number(stdout)).toBeLessThan(allowed)
  },
  90_000,
)
