import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns the imports and globals by which a source of row consumers reaches beyond SQL over rows. */
function findReach(source: string): string[] {
  // A type reaches nothing at run time.
  const imports = [...source.matchAll(/^import (?!type ).*from '([^']+)'/gm)].map(
    ([, from]) => from!,
  )
  const globals = source.match(/\b(?:fetch|setTimeout|setInterval|process|globalThis)\b/g) ?? []
  return [...imports.filter((from) => !/^(?:drizzle-orm$|#kernel\/)/.test(from)), ...globals]
}

test('row consumers are SQL over the recorded rows: no network, file, memory or timer', () => {
  const source = readFileSync('platform/domain-events/consumers.ts', 'utf8')
  expect(findReach(source)).toEqual([])
  expect(source).not.toMatch(/^let |new (?:Map|Set|WeakMap)\(/m)
  const planted = "import { readFile } from 'node:fs'\nsetTimeout(() => fetch('/'))"
  expect(findReach(planted)).toEqual(['node:fs', 'setTimeout', 'fetch'])
})
