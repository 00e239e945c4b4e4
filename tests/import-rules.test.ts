import { expect, test } from 'vitest'
import { importTable } from '#tests/support/import-table.ts'
import { lintPlanted } from '#tests/support/lint-planted.ts'

test('every line of the import table is enforced and allows what it should', async () => {
  const lines = Map.groupBy(importTable, ([path]) => path)
  const sources = [...lines].map(([path, plants]): [string, string] => [
    path,
    plants.map(([, specifier], place) => importLine(specifier, place)).join('\n'),
  ])
  const found = await lintPlanted(Object.fromEntries(sources))
  const wrong = [...lines].flatMap(([path, plants]) =>
    plants.flatMap(([, specifier, refusal], place) => {
      const here = found.filter((finding) => finding.path === path && finding.line === place + 1)
      const said = here
        .filter(({ rule }) => rule === 'no-restricted-imports')
        .map(({ says }) => says)
        .join(' ')
      const isRight = refusal === undefined ? said === '' : said.includes(refusal)
      return isRight ? [] : [`${path} imports ${specifier}: ${refusal ?? 'allowed'}, got "${said}"`]
    }),
  )
  expect(wrong).toEqual([])
})

test('an import that is computed, re-exported or required is seen like any other', async () => {
  const path = 'app/front-page/plant.tsx'
  const lines = [
    ['no-restricted-imports', `export const late = await import('#main/app.ts')`],
    ['no-restricted-imports', `export { createApp } from '#main/app.ts'`],
    ['no-restricted-imports', `export * from '#main/app.ts'`],
    ['no-require-imports', `export const old = require('#main/app.ts')`],
    ['consistent-type-imports', `export type App = import('#main/app.ts').App`],
  ]
  const found = await lintPlanted({ [path]: lines.map(([, code]) => code).join('\n') })
  const seen = lines.map(([rule], place) =>
    found.some((finding) => finding.line === place + 1 && finding.rule === rule),
  )
  expect(seen).toEqual(lines.map(() => true))
})

function importLine(specifier: string, place: number): string {
  const [, type = '', from] = /^(type )?(.*)$/.exec(specifier)!
  return `import ${type}{ one as name${place} } from '${from}'`
}
