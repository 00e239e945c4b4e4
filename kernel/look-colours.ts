import {
  blend,
  contrast,
  leastContrast,
  reach,
  readHex,
  toHex,
  toOklch,
  type Oklch,
} from './oklch.ts'

/** Minimum WCAG contrast ratios of text, and of control borders and marks. */
export const leastOfText = 4.5
export const leastOfControls = 3

export type Mode = 'light' | 'dark'

/** The colour mode of the site: fixed, or each visitor's device preference. */
export type Scheme = Mode | 'visitor'

/** Returns the colour modes in which the site is displayed. */
export function modesOf(scheme: Scheme): Mode[] {
  return scheme === 'visitor' ? ['light', 'dark'] : [scheme]
}

/** Returns the colour mode of header, hero and footer: dark, unless the site is always light. */
export function stageMode(scheme: Scheme): Mode {
  return scheme === 'light' ? 'light' : 'dark'
}

/** All colours of the site's design in light or dark mode, as `#rrggbb`, and opacities from 0 to 1. */
export type Palette = {
  canvas: string
  surface: string
  raised: string
  /** Background of input fields. */
  sunken: string
  ink: string
  muted: string
  line: string
  /** Border colour of form controls. */
  lineStrong: string
  accent: string
  accentHover: string
  accentInk: string
  /**
   * Colour of borders in the accent colour: the accent itself if it has enough contrast to the backgrounds, otherwise
   * the nearest colour that has.
   */
  accentEdge: string
  /** Colour of links, highlights and focus rings. */
  glow: string
  /** Status colours: their hues are fixed, whatever the accent is. */
  danger: string
  warning: string
  success: string
  scrim: string
  scrimOpacity: number
  /**
   * Opacity of the accent colour in the glow behind text, and (`markOpacity`) behind highlighted words of search
   * results.
   */
  poolOpacity: number
  markOpacity: number
  shadow: string
  shadowStrength: number
}

/** How background colours derive from an accent of hue `at`; values between two hues are interpolated. */
type Tint = {
  at: number
  hue: number
  /**
   * Factors for the colour intensity (OKLCH chroma) of the light canvas and of dark backgrounds; 1 is that of the
   * default design.
   */
  light: number
  dark: number
  /** OKLCH chroma of light surfaces such as cards; 0 is white. */
  cream: number
}

/**
 * Backgrounds have the accent's hue, except near amber, where they would look muddy: amber accents get plum
 * backgrounds, yellow accents indigo ones, and brick red accents paper-coloured ones.
 */
const tints: readonly Tint[] = [
  { at: 15, hue: 15, light: 1.6, dark: 0.9, cream: 0.002 },
  { at: 36, hue: 68, light: 3.6, dark: 0.7, cream: 0.009 },
  { at: 72.8, hue: 325, light: 1, dark: 1, cream: 0 },
  { at: 115, hue: 280, light: 1.2, dark: 0.9, cream: 0 },
  { at: 150, hue: 190, light: 1.2, dark: 0.6, cream: 0 },
  { at: 180, hue: 180, light: 1.2, dark: 0.6, cream: 0 },
  { at: 255, hue: 245, light: 1.3, dark: 0.9, cream: 0 },
  { at: 330, hue: 330, light: 1.4, dark: 1, cream: 0 },
]

/**
 * The default accent, `#ffb54a`: with this accent, the formulas below return exactly the colours of the original
 * design.
 * The annotation PURE lets bundlers drop the call if the constant is unused.
 */
const amber = /* @__PURE__ */ toOklch('#ffb54a')

/** Returns the shortest signed angle from one hue to another, in degrees. */
const turn = (from: number, to: number) => ((to - from + 540) % 360) - 180

function findTint(hue: number): Tint {
  const after = tints.findIndex(({ at }) => at > hue)
  const to = tints[Math.max(after, 0)]!
  const from = tints.at(Math.max(after, 0) - 1)!
  const share = ((hue - from.at + 360) % 360) / ((to.at - from.at + 360) % 360)
  const mix = (name: 'light' | 'dark' | 'cream') => from[name] + (to[name] - from[name]) * share
  return {
    at: hue,
    hue: from.hue + turn(from.hue, to.hue) * share,
    light: mix('light'),
    dark: mix('dark'),
    cream: mix('cream'),
  }
}

/** Values derived from the accent, which the functions for dark and light colours share. */
type Base = {
  accent: Oklch
  tint: Tint
  /** The accent's chroma relative to that of amber, at most 1. With a grey accent, all colours are grey. */
  share: number
  /** How close the accent's hue is to amber, from 0 to 1. Amber turns brown when darkened. */
  warmth: number
}

function readBase(hex: string): Base {
  const accent = toOklch(hex)
  const tint = findTint(Math.abs(turn(accent.h, amber.h)) < 0.05 ? amber.h : accent.h)
  const share = Math.min(1, accent.c / amber.c)
  const warmth = Math.max(0, 1 - Math.abs(turn(accent.h, amber.h)) / 50)
  return { accent, tint, share, warmth }
}

type Mixed = Pick<
  Palette,
  'canvas' | 'surface' | 'raised' | 'sunken' | 'line' | 'scrim' | 'scrimOpacity'
> &
  Pick<Palette, 'poolOpacity' | 'shadow' | 'shadowStrength'> & {
    texts: Record<'ink' | 'muted' | 'glow' | 'danger' | 'warning' | 'success', Oklch>
    lineStrong: Oklch
    hover: Oklch
    /** Direction in which the lightness of colours with too little contrast changes: 1 is lighter, -1 darker. */
    way: 1 | -1
  }

function mixDark({ accent, tint, share }: Base): Mixed {
  const tone = (l: number, c: number, turned: number) => ({
    l,
    c: c * Math.min(1, share * 2) * tint.dark,
    h: tint.hue + turned,
  })
  return {
    canvas: toHex(tone(0.1799, 0.0186, -7.4)),
    surface: toHex(tone(0.2195, 0.0242, -8.3)),
    raised: toHex(tone(0.249, 0.0296, -8.8)),
    sunken: toHex(tone(0.1662, 0.019, -7.4)),
    line: toHex(tone(0.3215, 0.0337, -9.1)),
    lineStrong: tone(0.6051, 0.0421, -5.8),
    texts: {
      ink: { l: 0.954, c: 0.011 * share, h: accent.h - 18.3 },
      muted: tone(0.7708, 0.0237, 12),
      glow: { l: 0.8609, c: 0.1199 * share, h: accent.h + 2.6 },
      danger: { l: 0.7928, c: 0.1197, h: 28.8 },
      warning: { l: 0.8609, c: 0.1199, h: 75.4 },
      success: { l: 0.8142, c: 0.1044, h: 157.6 },
    },
    hover: { l: accent.l + 0.0364, c: accent.c - 0.0287 * share, h: accent.h + 2 },
    scrim: toHex(tone(0.1315, 0.0145, -4.7)),
    scrimOpacity: 0.78,
    poolOpacity: 0.1,
    shadow: '#000000',
    shadowStrength: 0.5,
    way: 1,
  }
}

function mixLight({ accent, tint, share, warmth }: Base): Mixed {
  const tone = (l: number, c: number, turned: number) => ({
    l,
    c: c * Math.min(1, share * 2),
    h: tint.hue + turned,
  })
  const surface = toHex(tone(1 - 1.4 * tint.cream, tint.cream, 12))
  const lineColour = 0.0144 * Math.min(tint.light, 2)
  return {
    canvas: toHex(tone(0.964, 0.0041 * tint.light, 12.4)),
    surface,
    raised: surface,
    sunken: surface,
    line: toHex(tone(0.8769, lineColour, 11.2)),
    lineStrong: tone(0.5817, 0.0285, 5),
    texts: {
      ink: tone(0.2157, 0.0266, 7.4),
      muted: tone(0.4678, 0.0249, 13.3),
      glow:
        leastContrast(toHex(accent), [surface, toHex(tone(0.95, 0.0041, 0))]) >= leastOfText
          ? accent
          : { l: 0.4718, c: 0.1146 * share, h: accent.h - 16.1 * warmth },
      danger: { l: 0.4781, c: 0.1704, h: 29.1 },
      warning: { l: 0.4718, c: 0.1146, h: 56.7 },
      success: { l: 0.4551, c: 0.0936, h: 157.9 },
    },
    hover: { l: accent.l - 0.0257, c: accent.c + 0.0167 * share, h: accent.h - 2.6 * warmth },
    scrim: toHex(tone(0.2157, 0.0266, 7.4)),
    scrimOpacity: 0.6,
    poolOpacity: 0.2,
    shadow: toHex(tone(0.266, 0.0476, 11.7)),
    shadowStrength: 0.14,
    way: -1,
  }
}

/** Returns the highest opacity of the accent, up to `most`, at which text on it is readable. */
function thinOut(most: number, isRead: (opacity: number) => boolean): number {
  for (let hundredths = Math.round(most * 100); hundredths > 0; hundredths--) {
    if (isRead(hundredths / 100)) return hundredths / 100
  }
  return 0
}

/** Returns the colour of text on the accent: white if white is readable there, otherwise dark. */
function chooseInk(accent: string, { tint, share }: Base): string {
  const dark = toHex({ l: 0.2186, c: 0.0273 * Math.min(1, share * 2), h: tint.hue + 25.1 })
  return ['#ffffff', dark].find((ink) => contrast(ink, accent) >= leastOfText) ?? '#000000'
}

/**
 * Returns a button's hover colour: slightly lighter or darker than the accent, while the button's text stays
 * readable.
 */
function chooseHover(accent: string, hover: Oklch, ink: string): string {
  const { l, c } = toOklch(accent)
  const other = { ...hover, l: 2 * l - hover.l, c: 2 * c - hover.c }
  const isSeen = (hex: string) => hex !== accent && contrast(hex, ink) >= leastOfText
  return [hover, other].map(toHex).find(isSeen) ?? accent
}

/**
 * Returns all colours derived from an accent. Text and control borders have sufficient contrast on every
 * background.
 */
export function deriveColours(accent: string, mode: Mode): Palette {
  const base = readBase(accent)
  const { texts, lineStrong, hover, way, ...mixed } = (mode === 'dark' ? mixDark : mixLight)(base)
  const grounds = [mixed.canvas, mixed.surface, mixed.raised, mixed.sunken]
  const write = (colour: Oklch) => reach(colour, grounds, leastOfText, way)
  const written = {
    ink: write(texts.ink),
    muted: write(texts.muted),
    glow: write(texts.glow),
    danger: write(texts.danger),
    warning: write(texts.warning),
    success: write(texts.success),
  }
  const poolOpacity = thinOut(mixed.poolOpacity, (opacity) =>
    Object.values(written).every(
      (text) => contrast(text, blend(accent, mixed.canvas, opacity)) >= leastOfText,
    ),
  )
  const markOpacity = thinOut(0.4, (opacity) =>
    grounds.every((ground) => contrast(written.ink, blend(accent, ground, opacity)) >= leastOfText),
  )
  const everywhere = [...grounds, blend(accent, mixed.canvas, poolOpacity)]
  const isSeen = leastContrast(accent, everywhere) >= leastOfControls
  const accentInk = chooseInk(accent, base)
  return {
    ...mixed,
    ...written,
    lineStrong: reach(lineStrong, everywhere, leastOfControls, way),
    accent,
    accentHover: chooseHover(accent, hover, accentInk),
    accentInk,
    accentEdge: isSeen ? accent : reach(base.accent, everywhere, leastOfControls, way),
    poolOpacity,
    markOpacity,
  }
}

/** Returns the lowest contrast ratio of an accent-coloured button with any background. */
export function measureAccent(accent: string, mode: Mode): number {
  const { canvas, surface, raised, sunken } = deriveColours(accent, mode)
  return leastContrast(accent, [canvas, surface, raised, sunken])
}

/** Converts `#ffb54a` to `255 181 74`, for `rgb()` in CSS. */
export function asParts(hex: string): string {
  return readHex(hex).join(' ')
}
