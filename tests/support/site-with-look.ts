import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Look } from '#kernel/look.ts'

/**
 * Creates a site file of the sample series with another look, beside its pictures; `isPlain` removes the hero
 * picture, `seriesName` renames the series. `remove` deletes the folder.
 */
export function siteWithLook(look: Partial<Look>, { isPlain = false, seriesName = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-look-'))
  const { hero, ...content } = JSON.parse(readFileSync('content/site.json', 'utf8'))
  if (seriesName) content.series.name = seriesName
  const { image: _image, narrowImage: _narrow, ...words } = hero
  const siteFile = join(folder, 'site.json')
  writeFileSync(siteFile, JSON.stringify({ ...content, hero: isPlain ? words : hero, look }))
  for (const part of ['images', 'sample']) symlinkSync(resolve('content', part), join(folder, part))
  return { siteFile, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
