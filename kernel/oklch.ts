/** A colour in OKLCH: lightness (0 to 1), chroma (0 to about 0.4) and hue (degrees). Equal steps look equal. */
export type Oklch = { l: number; c: number; h: number }

type Rgb = [red: number, green: number, blue: number]

/** Returns red, green and blue, each 0 to 255, of a colour such as `#ffb54a`. */
export function readHex(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Returns a colour as `#rrggbb`; rounds the parts, 0 to 255. */
export function writeHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function toLight(part: number) {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function fromLight(light: number) {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return share * 255
}

/** Converts `#rrggbb` to OKLCH with Björn Ottosson's matrices between linear sRGB and OKLab. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = readHex(hex).map(toLight) as Rgb
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(x, y), h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360 }
}

function toRgb({ l, c, h }: Oklch): Rgb {
  const x = c * Math.cos((h * Math.PI) / 180)
  const y = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const medium = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(fromLight) as Rgb
}

const isShown = (rgb: Rgb) => rgb.every((part) => part > -0.5 && part < 255.5)

/** Converts a colour to `#rrggbb`. A colour outside sRGB loses chroma and keeps lightness and hue. */
export function toHex(colour: Oklch): string {
  const l = Math.min(1, Math.max(0, colour.l))
  let [least, most] = [0, colour.c]
  if (!isShown(toRgb({ ...colour, l }))) {
    for (let step = 0; step < 16; step++) {
      const c = (least + most) / 2
      if (isShown(toRgb({ ...colour, l, c }))) least = c
      else most = c
    }
    most = least
  }
  const rgb = toRgb({ ...colour, l, c: most })
  return writeHex(rgb.map((part) => Math.min(255, Math.max(0, part))) as Rgb)
}

/** Returns the colour that browsers show for `over` with the given opacity on `under`. */
export function blend(over: string, under: string, opacity: number): string {
  const base = readHex(under)
  return writeHex(
    readHex(over).map((part, at) => part * opacity + base[at]! * (1 - opacity)) as Rgb,
  )
}

function luminance(hex: string) {
  const [r, g, b] = readHex(hex).map(toLight) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns the lowest contrast ratio of a colour with several backgrounds. */
export function leastContrast(colour: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrast(colour, ground)))
}

/**
 * Returns `colour`, or the nearest lighter (`way` 1) or darker (`way` -1) colour, whose contrast ratio with
 * every background is at least `least`; white or black if there is none.
 */
export function reach(
  colour: Oklch,
  grounds: readonly string[],
  least: number,
  way: 1 | -1,
): string {
  for (let { l } = colour; l > 0 && l < 1; l += way * 0.004) {
    const hex = toHex({ ...colour, l })
    if (leastContrast(hex, grounds) >= least) return hex
  }
  return way === 1 ? '#ffffff' : '#000000'
}
