import { cardSizes, type CardSize } from '#features/pictures/rules.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { describeWhen, type EventTimes } from '#kernel/event-time.ts'
import { deriveColours, stageMode } from '#kernel/look-colours.ts'
import type { Look } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'
import { type Box, type Card, startsRightToLeft } from '#platform/pictures/card.ts'
import type { Picture } from '#platform/pictures/picture-folder.ts'
import { barHeight, drawCardBackground } from './draw-look.ts'

/** The fields of an event that its cards show. */
export type CardEvent = EventTimes & Pick<PublicEvent, 'title' | 'speakerName' | 'speakerTitle'>

/** The parts of the site's content that cards show. */
export type CardSite = Pick<Site, 'look' | 'series' | 'display'>

/** Families in `platform/pictures/fonts/fonts.conf`: of titles and of other texts. */
const fonts: Record<Look['fonts'], { display: string; text: string }> = {
  serif: { display: 'Imbue SemiBold', text: 'Figtree SemiBold' },
  sans: { display: 'Bricolage Grotesque SemiBold', text: 'Instrument Sans SemiBold' },
}

/** The narrow serif is set larger than all other fonts. */
const narrow = 1.3

type Layout = {
  /** Space around the texts at left and right. */
  margin: number
  top: number
  bottom: number
  /** The picture's part of the width, or of the height; texts are in the rest. */
  picture: { width: number } | { height: number }
  title: number
  text: number
  /** Side of the tile with the series' letter. */
  tile: number
}

const layouts: Record<CardSize, Layout> = {
  wide: { margin: 64, top: 56, bottom: 60, picture: { width: 460 }, title: 70, text: 30, tile: 60 },
  square: {
    margin: 72,
    top: 64,
    bottom: 76,
    picture: { height: 470 },
    title: 84,
    text: 36,
    tile: 72,
  },
  // The apps that show stories cover 250 pixels at the top and at the bottom.
  story: {
    margin: 88,
    top: 80,
    bottom: 270,
    picture: { height: 900 },
    title: 100,
    text: 44,
    tile: 88,
  },
}
const storyTop = 250

/**
 * Letters, digits and punctuation of the scripts in the bundled fonts. Other symbols, such as emoji, are omitted from
 * texts; a text in another script cannot be drawn.
 */
const drawable =
  /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]*$/u
const symbol =
  /[[\p{So}\p{Sm}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{C}\ufe00-\ufe0f]--[\x20-\x7e\xa0-\xff™\u200c\u200d]]/gv

/** Returns a text as cards show it: on one line, without symbols that the fonts lack. */
function clean(text: string) {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(symbol, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * Returns the card of an event in one of the sizes, with its background as SVG. Returns undefined if the bundled fonts
 * cannot draw its texts.
 */
export function composeCard(
  event: CardEvent,
  { site, size, picture }: { site: CardSite; size: CardSize; picture: Picture | undefined },
): { background: string; card: Card } | undefined {
  const { look, series } = site
  const title = clean(event.title)
  const guest = clean(event.speakerName)
  const role = clean(event.speakerTitle)
  const when = clean(describeWhen(event, site.display) ?? '')
  const name = clean(series.name)
  if (![title, guest, role, when, name].every((text) => drawable.test(text))) return undefined

  const { width, height } = cardSizes[size]
  const layout = layouts[size]
  const side = startsRightToLeft(title) ? 'right' : 'left'
  const { pictureBox, textBox } = split(size, picture !== undefined, side)
  const { display, text } = fonts[look.fonts]
  const { ink, muted, glow } = deriveColours(look.accent, stageMode(look.scheme))
  const isNarrow = look.fonts === 'serif' && /^[\p{scx=Latin}\p{scx=Common}]*$/u.test(title)
  const titleSize = layout.title * (isNarrow ? narrow : 1) * (picture ? 1 : 1.4)
  const smallest = layout.text * 0.85

  const { tile } = layout
  const tileBox = {
    left: side === 'left' ? textBox.left : textBox.left + textBox.width - tile,
    top: textBox.top,
    width: tile,
    height: tile,
  }
  const besideTile = Math.round(tile * 1.35)
  const nameBox: Box = {
    left: textBox.left + (side === 'left' ? besideTile : 0),
    top: textBox.top,
    width: textBox.width - besideTile,
    height: tile,
  }
  const below = tile + Math.round(layout.margin * 0.6)
  const stackBox: Box = { ...textBox, top: textBox.top + below, height: textBox.height - below }
  const line = { font: text, largest: layout.text, smallest, gap: layout.text * 0.6 }
  const column = [
    { text: title, font: display, colour: ink, largest: titleSize, smallest: layout.text, gap: 0 },
    { ...line, text: guest, colour: glow, largest: layout.text * 1.2, gap: layout.text * 1.2 },
    { ...line, text: role, colour: muted, isOptional: true },
    { ...line, text: when, colour: ink, gap: layout.text * 0.9 },
  ]
  const card: Card = {
    side,
    columns: [
      { box: nameBox, anchor: 'middle', texts: [{ ...line, text: name, colour: ink }] },
      { box: stackBox, anchor: 'bottom', texts: column.filter((each) => each.text !== '') },
    ],
    ...(picture && {
      picture: {
        file: picture.file,
        drawing: picture.drawing,
        hash: picture.hash,
        box: pictureBox,
      },
    }),
  }
  return { background: drawCardBackground(site, { width, height, tile: tileBox }), card }
}

/** Divides a card between its picture and its texts. Cards from right to left are mirrored. */
function split(size: CardSize, hasPicture: boolean, side: Card['side']) {
  const { width, height } = cardSizes[size]
  const { margin, top, bottom, picture } = layouts[size]
  const whole: Box = { left: 0, top: 0, width, height }
  if (!hasPicture) {
    const start = size === 'story' ? storyTop : top
    return { pictureBox: whole, textBox: inset(whole, { margin, top: start, bottom }) }
  }
  if ('height' in picture) {
    const rest = { ...whole, top: picture.height, height: height - picture.height }
    return {
      pictureBox: { ...whole, height: picture.height },
      textBox: inset(rest, { margin, top, bottom }),
    }
  }
  const rest = width - picture.width
  return {
    pictureBox: {
      ...whole,
      left: side === 'left' ? rest : 0,
      width: picture.width,
      height: height - barHeight,
    },
    textBox: inset(
      { ...whole, left: side === 'left' ? 0 : picture.width, width: rest },
      { margin, top, bottom },
    ),
  }
}

function inset(box: Box, { margin, top, bottom }: Pick<Layout, 'margin' | 'top' | 'bottom'>): Box {
  return {
    left: box.left + margin,
    top: box.top + top,
    width: box.width - 2 * margin,
    height: box.height - top - bottom,
  }
}
