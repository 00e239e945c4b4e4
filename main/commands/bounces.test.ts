import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { samplesWithFields } from '#tests/support/reports/with-fields.ts'
import { samplesWithoutFailure } from '#tests/support/reports/no-failures.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'

test('reports saved as files are explained in a line each, without database or settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, source: string) => {
    writeFileSync(join(folder, name), source)
    return join(folder, name)
  }
  const failed = write('failed.eml', samplesWithFields['Postfix, no such user']!.source)
  const away = write('away.eml', samplesWithoutFailure['Vacation by RFC 3834']!.source)
  const parts = '\n--x\nContent-Type: text/plain\n\nfailed'.repeat(500)
  const broken = write('broken.eml', `Content-Type: multipart/mixed; boundary=x\n${parts}`)
  // No database exists, and the setting is invalid: the command needs neither.
  const env = { DATA_DIR: join(folder, 'none'), SMTP_URL: 'nonsense' }
  const { code, stdout } = await runTerminal('bounces', ['explain', failed, away, broken], env)
  expect(code).toBe(0)
  const nothing = { recipient: null, status: null, verdict: null }
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      file: failed,
      kind: 'failed',
      recipient: 'gone@example.com',
      status: '5.1.1',
      verdict: 'lasting',
      reason: expect.stringMatching(/^This mailbox does not exist: 550 5\.1\.1 .*User unknown/),
    },
    { file: away, kind: 'auto-reply', ...nothing, reason: null },
    { file: broken, kind: 'none', ...nothing, reason: expect.stringContaining('cannot be parsed') },
  ])
  const missing = await runTerminal('bounces', ['explain', join(folder, 'missing.eml')], env)
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('missing.eml') })
  expect(await runTerminal('bounces', [], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run bounces -- explain FILE'),
  })
})
