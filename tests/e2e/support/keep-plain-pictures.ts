import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { findPicture, pictureFolder } from '#platform/pictures/picture-folder.ts'
import { chosenFormats, widths, variantFolder, variantName } from '#platform/pictures/variants.ts'

/**
 * Stores a small dark picture as every smaller variant of the sample pictures. Most journeys do not test
 * pictures, and encoding them for each site would take minutes of CPU time.
 */
export async function keepPlainPictures(dataDir: string): Promise<void> {
  const folder = pictureFolder('content/site.json')
  const kept = variantFolder({ dataDir })
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const dark = { width: 64, height: 36, channels: 3, background: '#222222' } as const
  for (const format of chosenFormats) {
    const plain = await sharp({ create: dark }).toFormat(format).toBuffer()
    for (const file of globSync(join(folder, '**/*.{webp,jpg}'))) {
      const picture = await findPicture(folder, relative(folder, file))
      for (const width of [undefined, ...widths.map(Number)]) {
        writeFileSync(join(kept, variantName(picture, { format, width })), plain)
      }
    }
  }
}
