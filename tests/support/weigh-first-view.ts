import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { builtFolder, loadPageBuild } from './built-pages.ts'

type Weight = { brotli: number; gzip: number }

/**
 * Returns the bytes that a browser loads from the build for a screen, by default the front page; without
 * document, styles and pictures.
 */
export async function weighFirstView(path?: string) {
  const buildFolder = await builtFolder()
  const { assets, routes } = await loadPageBuild()
  const route = Object.values(routes).find((entry) =>
    path === undefined ? entry?.index : entry?.path === path,
  )
  if (!route) throw new Error(`there is no page at /${path ?? ''}`)
  const shown = [assets.routes.root, assets.routes[route.id]].filter((entry) => entry !== undefined)
  const scripts = new Set([
    assets.url,
    assets.entry.module,
    ...assets.entry.imports,
    ...shown.flatMap(({ module, imports }) => [module, ...(imports ?? [])]),
  ])
  const file = (address: string) => join(buildFolder, 'client', address)
  const text = (address: string) => readFileSync(file(address), 'utf8')
  // A page loads one of the two font pairs, and Latin Extended only for its letters.
  const pairs = ['{imbue,figtree}', '{bricolage,instrument}'].map((names) =>
    globSync(`assets/${names}-*.woff2`, { cwd: join(buildFolder, 'client') }).filter(
      (name) => !name.includes('-ext-'),
    ),
  )
  const weighFonts = (files: string[]) =>
    files.reduce((bytes, address) => bytes + statSync(file(address)).size, 0)
  function weigh(addresses: Iterable<string>): Weight {
    const all = [...addresses]
    const sum = (ending: string) =>
      all.reduce((bytes, address) => bytes + statSync(file(address) + ending).size, 0)
    return { brotli: sum('.br'), gzip: sum('.gz') }
  }
  /** Returns a lazily loaded chunk, by the beginning of its name, with its imports. */
  function laterPart(start: string) {
    const [name, other] = globSync(`assets/${start}-????????.js`, {
      cwd: join(buildFolder, 'client'),
    })
    if (!name || other) throw new Error(`the build has not one part ${start}: ${name} ${other}`)
    const found = new Set([`/${name}`])
    for (const part of found) {
      for (const [, next] of text(part).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
        found.add(`/assets/${basename(next!)}`)
      }
    }
    return [...found].map((part) => ({ name: part, text: text(part) }))
  }
  return {
    laterPart,
    scripts: weigh(scripts),
    fonts: Math.max(...pairs.map(weighFonts)),
    parts: [...scripts].map((name) => ({ name, text: text(name) })),
  }
}
