import { expect, test } from 'vitest'
import { lintPlanted } from '#tests/support/lint-planted.ts'

const readsEnvironment = [
  'export const port = process.env.PORT',
  `export const port = process['env'].PORT`,
  'export const { env } = process',
  `import { env } from 'node:process'`,
]

test('nothing but the settings file and the test harness reads the environment', async () => {
  const refused = [
    'main/plant',
    'platform/plant',
    'features/events/server/plant',
    'kernel/plant',
    'app/plant',
    'bench/plant',
  ]
  const plants = refused.flatMap((path) =>
    readsEnvironment.map((code, place): [string, string] => [`${path}-${place}.ts`, code]),
  )
  const allowed = ['platform/settings/config.ts', 'tests/support/plant.ts', 'vite.config.ts']
  const reads = allowed.map((path): [string, string] => [path, readsEnvironment[0]!])
  const found = await lintPlanted(Object.fromEntries([...plants, ...reads]))
  const objected = new Set(
    found.filter(({ says }) => says.includes('environment')).map(({ path }) => path),
  )
  expect([...objected].toSorted()).toEqual(plants.map(([path]) => path).toSorted())
})

const habits: [rule: string, path: string, code: string][] = [
  [
    'no-cycle',
    'platform/cycle-a.ts',
    `import { b } from '#platform/cycle-b.ts'\nexport const a = b`,
  ],
  ['no-cycle', 'platform/cycle-b.ts', `import { a } from './cycle-a.ts'\nexport const b = a`],
  ['no-cycle', 'platform/cycle-c.ts', `import type { D } from './cycle-d.ts'\nexport type C = D[]`],
  ['no-cycle', 'platform/cycle-d.ts', `import type { C } from './cycle-c.ts'\nexport type D = C[]`],
  ['no-default-export', 'platform/a.ts', 'export default 1'],
  ['no-restricted-properties', 'client/ui/id.ts', 'export const id = crypto.randomUUID()'],
  [
    'no-restricted-properties',
    'features/people/admin/hash.ts',
    'export const hash = crypto.subtle',
  ],
  ['consistent-type-definitions', 'platform/c.ts', 'export interface One { one: 1 }'],
  ['no-explicit-any', 'platform/d.ts', 'export const one: any = 1'],
  ['no-floating-promises', 'platform/e.ts', 'export function go() { Promise.resolve(1) }'],
  ['no-misused-promises', 'platform/f.ts', 'export function go() { [1].forEach(async () => {}) }'],
  ['only-throw-error', 'platform/g.ts', `export function go() { throw 'text' }`],
  ['exhaustive-deps', 'app/h.tsx', hookPlant('useEffect(() => { console.log(props.on) }, [])')],
  ['rules-of-hooks', 'app/i.tsx', hookPlant('if (props.on) useState(1)')],
  ['alt-text', 'app/j.tsx', `export function Picture() { return <img src="/a.png" /> }`],
  [
    'no-focused-tests',
    'tests/k.test.ts',
    testPlant(`test.only('it is so', () => expect(1).toBe(1))`),
  ],
  [
    'no-disabled-tests',
    'tests/l.test.ts',
    testPlant(`test.skip('it is so', () => expect(1).toBe(1))`),
  ],
  ['expect-expect', 'tests/m.test.ts', testPlant(`test('it is so', () => {})`)],
]

test('the habits that matter are rules that fire', async () => {
  const found = await lintPlanted(Object.fromEntries(habits.map(([, path, code]) => [path, code])))
  const silent = habits.filter(
    ([rule, path]) => !found.some((finding) => finding.path === path && finding.rule === rule),
  )
  expect(silent).toEqual([])
})

function hookPlant(statement: string): string {
  return `import { useEffect, useState } from 'react'
export function Plant(props: { on: boolean }) { useState(useEffect); ${statement}; return null }`
}

function testPlant(statement: string): string {
  return `import { expect, test } from 'vitest'\n${statement}`
}
