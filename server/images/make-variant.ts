import sharp from 'sharp'
import type { Variant } from './choose-variant.ts'

/** 40 million pixels take 160 MB once unpacked; a small file can hold far more. */
const mostPixels = 40_000_000
const mostSeconds = 30

sharp.cache(false)
sharp.concurrency(1)
// By content, not by name: a drawing or document called .jpg never reaches its reader.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadHeifFile',
  ],
})

/** Changes here take a new `recipe` in keep-variants.ts. Makes a smaller or differently encoded picture, upright and without metadata; it is never enlarged. */
export async function makeVariant(file: string, { format, width }: Variant): Promise<Buffer> {
  const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  const encoded = {
    avif: () => picture.avif({ quality: 50, effort: 4 }),
    webp: () => picture.webp({ quality: 72 }),
    jpeg: () => picture.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }),
    png: () => picture.png({ compressionLevel: 9 }),
  }[format]
  return encoded().toBuffer()
}
