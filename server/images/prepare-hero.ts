import type { Site } from '#shared/site.ts'
import { widths } from './choose-variant.ts'
import type { Variants } from './keep-variants.ts'
import { findPictureAt } from './picture-folder.ts'

/**
 * Makes what the first visitor would wait for: the stage of the front page and the library as WebP, one
 * width after the other, 1.4 s of a processor in all. AVIF takes twenty times as long: it is made once
 * somebody asks, while WebP stands in. What is kept from an earlier start is not made again.
 */
export async function prepareHero(variants: Variants, folder: string, { hero }: Site) {
  for (const image of [hero.narrowImage, hero.image]) {
    const picture = image && (await findPictureAt(folder, image.src))
    if (!picture || picture.format === 'svg') continue
    for (const width of widths.map(Number).filter((made) => made <= image.width)) {
      await variants.find(picture, { format: 'webp', width })
    }
  }
}
