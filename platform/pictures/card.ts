/** Rectangle on a card, in pixels. */
export type Box = { left: number; top: number; width: number; height: number }

/** A text of a card, in one font and colour. Sizes and gaps are in pixels. */
export type CardText = {
  text: string
  font: string
  colour: string
  largest: number
  smallest: number
  /** Space above the text, unless it is the first in its column. */
  gap: number
  /** Whether the card omits the text if there is no space for it. */
  isOptional?: boolean
}

/** Texts one below the other, inside of a box. */
export type CardColumn = { box: Box; anchor: 'top' | 'middle' | 'bottom'; texts: CardText[] }

/** Contents of a share card, drawn over a background: texts flush left or right, and a picture. */
export type Card = {
  side: 'left' | 'right'
  columns: CardColumn[]
  picture?: { file: string; drawing?: string | undefined; hash: string; box: Box }
}

const rightToLeft = /[\p{scx=Hebrew}\p{scx=Arabic}]/u

/** Returns whether the first letter of a text belongs to a script that is written from right to left. */
export function startsRightToLeft(text: string): boolean {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return rightToLeft.test(first)
}
