import type { Site } from '#kernel/site.ts'

/** Icons that browsers and home screens request, each at its own path. */
export const iconNames = [
  'favicon.ico',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'apple-touch-icon.png',
] as const

export type IconName = (typeof iconNames)[number]

/** Cards of events to share, in pixels. The wide card is the picture of link previews. */
export const cardSizes = {
  wide: { width: 1200, height: 630 },
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
} as const

export type CardSize = keyof typeof cardSizes

/** Returns the path of an event's card. With the event's version, a changed event has a new URL. */
export function cardAddress(eventId: number, size: CardSize, version: string): string {
  return `/share/event-${eventId}${size === 'wide' ? '' : `-${size}`}.jpg?v=${version}`
}

/** The logo for light and for dark backgrounds as PNG, a format that every mail client shows. */
export const logoNames = { light: 'logo-light.png', dark: 'logo-dark.png' } as const

/** The parts of the site's content from which icons are drawn. */
export type Branded = Pick<Site, 'look'> & { series: Pick<Site['series'], 'name'> }

/** Returns the first letter or digit of the series' name as a capital without accents. */
export function initialOf(name: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[^\p{L}\p{N}]+/u, '')
  return first.toUpperCase()
}

/**
 * Returns the logo for icons if it is roughly square; the name in a wide logo is illegible at the size of an icon.
 */
export function iconLogo({ logo }: Site['look']) {
  const found = logo?.dark
  return found && found.width <= found.height * 1.3 ? found : undefined
}

/**
 * Returns the URL of an icon or logo. The URL changes with the site's colours, fonts and logo, so that browsers can
 * cache the picture.
 */
export function iconAddress(
  name: IconName | (typeof logoNames)[keyof typeof logoNames],
  site: Branded,
): string {
  return `/${name}?v=${iconVersion(site)}`
}

export function iconVersion({ look, series }: Branded): string {
  const drawn = look.logo
    ? `${look.logo.light.src}-${look.logo.dark.src}`
    : `${initialOf(series.name)}-${look.fonts}-${look.corners}`
  return encodeURIComponent(`${look.accent.slice(1)}-${look.scheme}-${drawn}`)
}
