import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import sharp, { type ResizeOptions } from 'sharp'
import { drawCard } from './draw-card.ts'
import type { Crop, Variant, VariantAnswer, VariantTask } from './variant-maker.ts'

/**
 * Maximum pixels of a decoded picture, since a small file can contain a huge picture: 40 million pixels take 160
 * MB.
 */
const mostPixels = 40_000_000
const mostSeconds = 120

sharp.cache(false)
sharp.concurrency(1)
// Allow the decoders of a few formats only. sharp chooses a decoder by content, so an SVG or PDF named .jpg would
// otherwise reach the decoder for SVG or PDF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadHeifFile',
    // Decode SVGs from buffers only: this script passes SVGs as buffers and all other pictures as files, so an SVG with
    // the name of another format is not decoded.
    'VipsForeignLoadSvgBuffer',
  ],
})

/** Returns sharp's resize options. Cropping keeps the most salient part; only cropped pictures are enlarged. */
function sizeOf({ width, height, longest }: Variant): ResizeOptions {
  if (longest) return { width: longest, height: longest, fit: 'inside', withoutEnlargement: true }
  return height
    ? { width, height, fit: 'cover', position: sharp.strategy.attention }
    : { width, withoutEnlargement: true }
}

function sizeOfCrop({ width, height }: Crop) {
  return { width, height }
}

/**
 * Encodes a picture as requested, upright and without metadata. After a change here, increase `recipe` in
 * variants.ts.
 */
async function makeVariant({ file, drawing, variant }: VariantTask): Promise<Buffer> {
  const { format, crop, over, card } = variant
  const isDrawing = drawing !== undefined || extname(file).toLowerCase() === '.svg'
  const content = drawing === undefined ? isDrawing && readFile(file) : Buffer.from(drawing)
  const read = sharp((await content) || file, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    ...(isDrawing && { density: 192 }),
  })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
  const part = crop ? read.extract({ left: crop.x, top: crop.y, ...sizeOfCrop(crop) }) : read
  const resized = part.resize(sizeOf(variant))
  const cardLayers = card
    ? await drawCard(card, { limitInputPixels: mostPixels, failOn: 'error' })
    : []
  const layers = [...cardLayers, ...(over === undefined ? [] : [{ input: Buffer.from(over) }])]
  const picture = layers.length > 0 ? resized.composite(layers) : resized
  const encoded = {
    avif: () => picture.avif({ quality: 50, effort: 4 }),
    webp: () => picture.webp({ quality: variant.quality ?? 72 }),
    jpeg: () =>
      picture
        .flatten({ background: '#fff' })
        .jpeg({ quality: variant.quality ?? 78, mozjpeg: true }),
    png: () => picture.png({ compressionLevel: 9 }),
  }[format]
  return encoded().toBuffer()
}

/** Run this picture encoder at low priority, so that the server process gets the CPU first. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function answer(task: VariantTask): Promise<VariantAnswer> {
  const { id } = task
  try {
    return { id, picture: await makeVariant(task) }
  } catch (error) {
    return { id, problem: (error as Error).message }
  }
}

process.on('message', (task: VariantTask) => void answer(task).then((made) => process.send!(made)))
process.on('disconnect', () => process.exit())
