import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appWithMetrics } from '#tests/support/metrics-stage.ts'
import { gauges } from './gauges.ts'

const rulesFile = 'deploy/alerts.yml'
const casesFile = 'tests/support/alert-cases.yml'
const rules = readFileSync(rulesFile, 'utf8')
/** From Debian's package prometheus; without it, the check of the rules' syntax is skipped. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

function findUnknown(text: string, exported: Set<string>): string[] {
  const named = text.match(/\bgreenroom_\w+|\b(?:process|nodejs)_\w+/g) ?? []
  return [...new Set(named)].filter((name) => !exported.has(name))
}

test('every metric that an alert names is one that the site exports, and each gauge has its alert', async () => {
  const { scrape } = await appWithMetrics()
  const types = [...(await scrape()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
  const exported = new Set(types)
  expect(exported.size).toBeGreaterThan(20)
  expect(findUnknown(rules, exported)).toEqual([])
  expect(findUnknown(`${rules}\nexpr: greenroom_gone_total > 1`, exported)).toEqual([
    'greenroom_gone_total',
  ])
  const silent = gauges.filter(({ name }) => !rules.includes(name))
  expect(silent).toEqual([])
})

test('every alert is one that the cases of the rules raise, and says in a sentence what to do', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const summaries = rules.match(/summary: .{30,}\.$/gm) ?? []
  expect(alerts.length).toBeGreaterThan(8)
  expect(summaries).toHaveLength(alerts.length)
  const cases = readFileSync(casesFile, 'utf8')
  expect(alerts.filter((name) => !cases.includes(`alertname="${name}"`))).toEqual([])
})

test('metrics named total are counters', async () => {
  const { scrape } = await appWithMetrics()
  const text = await scrape()
  const wrong = [...text.matchAll(/^# TYPE (\S+_total) (?!counter$).*/gm)].map(([, name]) => name)
  expect(text).toMatch(/^# TYPE \S+_total counter$/m)
  expect(wrong).toEqual([])
})

test.skipIf(!hasPromtool)('promtool finds nothing amiss in what the site exports', async () => {
  const { scrape } = await appWithMetrics()
  const words = ['check', 'metrics']
  const { status, stdout, stderr } = spawnSync('promtool', words, {
    encoding: 'utf8',
    input: await scrape(),
  })
  expect([status, stdout + stderr]).toEqual([0, ''])
})

test.skipIf(!hasPromtool)('promtool reads the rules and finds each alert in its case', () => {
  for (const words of [
    ['check', 'rules', rulesFile],
    ['test', 'rules', casesFile],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  }
})
