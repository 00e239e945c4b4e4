import { expect, onTestFinished, test } from 'vitest'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'

type Line = { check: string; state: string; message: string }

test('the doctor looks beside a running site and without it, and ends with 1 where a line is red', async () => {
  const site = await startGreenroom()
  onTestFinished(() => site.close())
  const settings = { DATA_DIR: site.dataDir, PORT: new URL(site.url).port }
  const look = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await runTerminal('doctor', ['--json'], { ...settings, ...env })
    return { code, lines: JSON.parse(stdout) as Line[] }
  }
  const stateOf = (lines: Line[], name: string) => lines.find(({ check }) => check === name)?.state

  const beside = await look()
  expect([beside.code, stateOf(beside.lines, 'database'), stateOf(beside.lines, 'site')]).toEqual([
    0,
    'green',
    'green',
  ])
  expect(Object.keys(beside.lines[0]!)).toEqual(['check', 'state', 'message'])
  expect(await runTerminal('doctor', ['--jason'], settings)).toMatchObject({ code: 1 })

  await site.stop()
  const alone = await look({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@lights.example' })
  expect([alone.code, stateOf(alone.lines, 'database')]).toEqual([1, 'green'])
  expect(stateOf(alone.lines, 'mail_server')).toBe('red')
  const { stdout } = await runTerminal('doctor', [], settings)
  expect(stdout).toMatch(/^green +Database /m)
}, 120_000)
