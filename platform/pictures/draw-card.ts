import { extname } from 'node:path'
import { readFile } from 'node:fs/promises'
import sharp, { type OverlayOptions, type SharpOptions } from 'sharp'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import type { Box, Card, CardColumn, CardText } from './card.ts'
import { startsRightToLeft } from './card.ts'

/** A text as drawn, with the box of its visible pixels on the card. */
export type PlacedText = Box & { text: string }

type Drawn = { text: string; pixels: Buffer; width: number; height: number }
type Layer = OverlayOptions & { left: number; top: number }

/** Factors by which all texts of a column shrink until they fit. */
const scales = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55, 0.5, 0.45, 0.4]

/** Used if a text has letters that the font before them lacks. */
const fallbacks = ['Noto Sans SemiBold', 'Noto Sans Hebrew SemiBold', 'Noto Sans Arabic SemiBold']

/** Draws a text with lines of at most `width` pixels. Breaks lines between words, so a long word can be wider. */
async function drawAt(text: CardText, side: Card['side'], width: number, size: number) {
  // In a paragraph from right to left, Pango swaps the meaning of left and right.
  const isSwapped = startsRightToLeft(text.text)
  const isFlushLeft = (side === 'left') !== isSwapped
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${text.colour}">${escapeMarkup(text.text)}</span>`,
      font: `${[text.font, ...fallbacks].join(',')} ${Math.round(size * 10) / 10}`,
      width: Math.floor(width),
      align: isFlushLeft ? 'left' : 'right',
      wrap: 'word',
      rgba: true,
      dpi: 72,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { text: text.text, pixels: data, width: info.width, height: info.height }
}

/**
 * Draws a text as large as `size` allows, smaller if its longest word is wider than the column. Throws if the text does
 * not become narrower, as happens when no font can be read.
 */
async function drawText(text: CardText, side: Card['side'], width: number, size: number) {
  for (let tried = size; tried >= 0.5; tried *= 0.95) {
    const drawn = await drawAt(text, side, width, tried)
    if (drawn.width <= width) return drawn
    tried *= Math.min(1, (width / drawn.width) * 1.04)
  }
  throw new Error('The fonts of share cards cannot be read')
}

function heightOf(drawn: Drawn[], texts: CardText[]) {
  const gaps = texts.slice(1).reduce((sum, { gap }) => sum + gap, 0)
  return drawn.reduce((sum, { height }) => sum + height, gaps)
}

/** Returns the drawn texts, or undefined if they are higher than the column at this scale. */
async function tryColumn(
  { box }: CardColumn,
  texts: CardText[],
  side: Card['side'],
  scale: number,
) {
  const drawn = []
  for (const text of texts) {
    const size = Math.max(text.smallest, text.largest * scale)
    drawn.push(await drawText(text, side, box.width, size))
  }
  return heightOf(drawn, texts) <= box.height ? { drawn, texts } : undefined
}

/**
 * Draws the texts of a column: smaller if necessary, then without those that are optional, at last with the first text
 * shortened after a word.
 */
async function fitColumn(column: CardColumn, side: Card['side']) {
  const needed = column.texts.filter(({ isOptional }) => !isOptional)
  const least = scales.at(-1)!
  for (const scale of scales) {
    const found = await tryColumn(column, column.texts, side, scale)
    if (found) return found
  }
  const found = await tryColumn(column, needed, side, least)
  if (found) return found
  const [first, ...others] = needed
  const words = first!.text.split(' ')
  let [fits, tooLong] = [1, words.length]
  let best = await shorten(fits)
  while (tooLong - fits > 1) {
    const count = Math.floor((fits + tooLong) / 2)
    const tried = await shorten(count)
    if (tried) [fits, best] = [count, tried]
    else tooLong = count
  }
  if (!best) throw new Error('A card has no space for its texts')
  return best

  function shorten(count: number) {
    const start = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s\p{P}]+$/u, '')
    return tryColumn(column, [{ ...first!, text: `${start}…` }, ...others], side, least)
  }
}

async function placeColumn(column: CardColumn, side: Card['side']) {
  const { box, anchor } = column
  const { drawn, texts } = await fitColumn(column, side)
  const spare = box.height - heightOf(drawn, texts)
  let top = box.top + { top: 0, middle: spare / 2, bottom: spare }[anchor]
  return drawn.map((each, at) => {
    if (at > 0) top += texts[at]!.gap
    const left = side === 'left' ? box.left : box.left + box.width - each.width
    const placed = { ...each, left: Math.round(left), top: Math.round(top) }
    top += each.height
    return placed
  })
}

async function placeTexts({ columns, side }: Card) {
  const placed = []
  for (const column of columns) placed.push(...(await placeColumn(column, side)))
  return placed
}

/** Returns the texts of a card as they are drawn, and where, in pixels. */
export async function measureCard(card: Card): Promise<PlacedText[]> {
  const placed = await placeTexts(card)
  return placed.map(({ text, left, top, width, height }) => ({ text, left, top, width, height }))
}

/** Returns the layers to draw over the background of a card: its picture, cropped to its box, and its texts. */
export async function drawCard(card: Card, limits: SharpOptions): Promise<Layer[]> {
  const layers: Layer[] = []
  if (card.picture) {
    const { file, drawing, box } = card.picture
    const { width, height, left, top } = box
    const isDrawing = extname(file).toLowerCase() === '.svg'
    const content = drawing === undefined ? isDrawing && readFile(file) : Buffer.from(drawing)
    const { data, info } = await sharp((await content) || file, limits)
      .autoOrient()
      .resize({ width, height, fit: 'cover', position: 'top' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    layers.push({ input: data, raw: { width, height, channels: info.channels }, left, top })
  }
  for (const { pixels, width, height, left, top } of await placeTexts(card)) {
    layers.push({ input: pixels, raw: { width, height, channels: 4 }, left, top })
  }
  return layers
}
