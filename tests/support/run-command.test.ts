import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test('a command gives its output and its exit code', async () => {
  const script = `console.log('said'); console.error('warned'); process.exitCode = 3`
  const { code, output, isOverdue } = await runCommand({ args: ['-e', script], limitSeconds: 20 })
  expect({ code, isOverdue }).toEqual({ code: 3, isOverdue: false })
  expect(output).toContain('said')
  expect(output).toContain('warned')
})

test.runIf(process.platform === 'linux')(
  'the processor time of a command is booked, with that of what it started',
  async () => {
    const burn = 'for (const end = process.cpuUsage().user + 4e5; process.cpuUsage().user < end; );'
    const start = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`
    let booked = 0
    const book = (seconds: number) => void (booked += seconds)
    await runCommand({ args: ['-e', `${start}; ${start}`], limitSeconds: 30, book })
    expect(booked).toBeGreaterThan(0.7)
  },
)

test('a command that is too slow is ended together with what it started', async () => {
  const wait = 'setInterval(() => {}, 1000)'
  const script = `require('node:child_process').spawn(process.execPath,
    ['-e', ${JSON.stringify(wait)}], { stdio: 'inherit' }); ${wait}`
  // The grandchild keeps the output open, so this ends only when both have ended.
  const { code, output, isOverdue } = await runCommand({ args: ['-e', script], limitSeconds: 1 })
  expect({ code, isOverdue }).toEqual({ code: null, isOverdue: true })
  expect(output).toContain('Stopped: longer than 1 seconds.')
})

test('a program that does not exist is an answer, not an exception', async () => {
  const ending = await runCommand({ program: 'no-such-program', args: [], limitSeconds: 5 })
  expect(ending.code).toBeNull()
  expect(ending.output).toContain('ENOENT')
})
