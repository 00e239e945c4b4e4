import { contrast, readHex, writeHex } from '#kernel/oklch.ts'
import { leastOfControls, type Mode } from '#kernel/look-colours.ts'

export type LogoCheck = {
  /** For light and dark mode: whether most of the logo contrasts enough with the background. */
  isReadable: Record<Mode, boolean>
  /** True if the logo has only shades of grey, so that it can be redrawn in another shade. */
  isGrey: boolean
}

/** Alpha (0 to 255) from which a pixel counts as part of the logo. */
const visibleAlpha = 64
/** Largest difference between the colour channels (0 to 255) of a pixel that counts as grey. */
const greyRange = 24
/** Minimum share of the logo's pixels with enough contrast, for a logo that counts as readable. */
const neededShare = 0.6
/**
 * If less than this share of a logo's pixels is transparent, the logo brings its own background and counts as readable.
 */
const transparentShare = 0.05

/**
 * Checks whether a logo, given as RGBA pixels, is readable in light and in dark mode, and whether it has only shades of
 * grey.
 */
export function checkLogo(pixels: Uint8ClampedArray, backgrounds: Record<Mode, string>): LogoCheck {
  /** Numbers of pixels by colour, without the three lowest bits of each channel. */
  const counts = new Map<number, number>()
  let visible = 0
  let grey = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    if (pixels[at + 3]! < visibleAlpha) continue
    visible += 1
    if (Math.max(red, green, blue) - Math.min(red, green, blue) <= greyRange) grey += 1
    const colour = ((red & 0xf8) << 16) | ((green & 0xf8) << 8) | (blue & 0xf8)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const colours = [...counts].map(([colour, count]) => {
    return { hex: writeHex([colour >> 16, (colour >> 8) & 255, colour & 255]), count }
  })
  const isOpaque = visible > (1 - transparentShare) * (pixels.length / 4)
  function isReadableOn(background: string) {
    let readable = 0
    for (const { hex, count } of colours) {
      if (contrast(hex, background) >= leastOfControls) readable += count
    }
    return isOpaque || readable >= neededShare * visible
  }
  return {
    isReadable: { light: isReadableOn(backgrounds.light), dark: isReadableOn(backgrounds.dark) },
    isGrey: grey >= 0.98 * visible,
  }
}

/** Returns a copy of a logo in which all pixels have one colour and keep their transparency. */
export function recolourLogo(pixels: Uint8ClampedArray, hex: string) {
  const result = new Uint8ClampedArray(pixels)
  const parts = readHex(hex)
  for (let at = 0; at < result.length; at += 4) result.set(parts, at)
  return result
}
