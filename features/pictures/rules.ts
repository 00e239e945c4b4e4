import type { Site } from '#kernel/site.ts'

/** Icons that browsers and home screens request, each under its own address. */
export const iconNames = [
  'favicon.ico',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'apple-touch-icon.png',
] as const

export type IconName = (typeof iconNames)[number]

/** The logo for light and dark backgrounds as PNG, which every mail client shows. */
export const logoNames = { light: 'logo-light.png', dark: 'logo-dark.png' } as const

/** The part of the site's content that icons are drawn from. */
export type Branded = Pick<Site, 'look'> & { series: Pick<Site['series'], 'name'> }

/** Returns the letter of the series without accents. */
export function initialOf(name: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[^\p{L}\p{N}]+/u, '')
  return first.toUpperCase()
}

/** Returns the logo if it is about square. A wide logo contains a name that is illegible at icon size. */
export function iconLogo({ logo }: Site['look']) {
  const found = logo?.dark
  return found && found.width <= found.height * 1.3 ? found : undefined
}

/** Returns an icon's URL, which changes with the look, so that browsers can cache it. */
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
