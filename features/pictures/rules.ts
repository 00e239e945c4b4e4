import type { Site } from '#kernel/site.ts'

/** The icons that browsers and home screens ask for, each at an address of its own. */
export const iconNames = [
  'favicon.ico',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'apple-touch-icon.png',
] as const

export type IconName = (typeof iconNames)[number]

/** The logo on light and on dark grounds as a PNG, which every mail reader shows. */
export const logoNames = { light: 'logo-light.png', dark: 'logo-dark.png' } as const

/** What an icon is drawn from. */
export type Branded = Pick<Site, 'look'> & { series: Pick<Site['series'], 'name'> }

/** The letter that stands for the series, without its accents. */
export function initialOf(name: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[^\p{L}\p{N}]+/u, '')
  return first.toUpperCase()
}

/** A logo about as wide as high is its own icon; one with a name in it could not be read so small. */
export function iconLogo({ logo }: Site['look']) {
  const found = logo?.dark
  return found && found.width <= found.height * 1.3 ? found : undefined
}

/** Where an icon is; another look has another address, so that browsers may keep it. */
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
