import {
  iconLogo,
  iconNames,
  iconVersion,
  logoNames,
  type IconName,
} from '#features/pictures/rules.ts'
import type { Look } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { drawnPicture, findPictureAt, type Picture } from '#platform/pictures/picture-folder.ts'
import type { PictureStore } from '#platform/pictures/picture-store.ts'
import type { Variant } from '#platform/pictures/variant-maker.ts'
import type { Variants } from '#platform/pictures/variants.ts'
import { drawIcon, iconSize, wrapIco } from './draw-look.ts'

const logoModes = { [logoNames.light]: 'light', [logoNames.dark]: 'dark' } as const

type DrawnName = IconName | keyof typeof logoModes

/** Names of all icons and logos, each served at its own path. */
export const drawnNames: DrawnName[] = [...iconNames, logoNames.light, logoNames.dark]

/**
 * Returns functions that generate the icons for browsers and home screens, from a square logo or the series' first
 * letter, and the logo for mails.
 */
export function createIcons({
  site,
  pictures,
  folder,
  variants,
}: {
  site: () => Pick<Site, 'look' | 'series'>
  pictures: PictureStore
  folder: string
  variants: Variants
}) {
  async function findLogo(src: string | undefined): Promise<Picture | undefined> {
    if (src === undefined) return undefined
    const kept = await pictures.find(src.replace(/^\/images\/|\?.*$/g, ''))
    return kept ?? findPictureAt(folder, src)
  }

  async function choose(name: DrawnName): Promise<{ picture: Picture; variant: Variant }> {
    if (name in logoModes) {
      const mode = logoModes[name as keyof typeof logoModes]
      const picture = await findLogo(site().look.logo?.[mode].src)
      if (!picture) throw new Refusal('no_such_picture')
      return { picture, variant: { format: 'png', width: 560 } }
    }
    const icon = name as IconName
    const logo = await findLogo(iconLogo(site().look)?.src)
    const png = logo && (await variants.find(logo, { format: 'png', width: 320 }))
    const size = iconSize(icon)
    return {
      picture: drawnPicture(drawIcon(icon, site(), png)),
      variant: { format: 'png', width: size, height: size },
    }
  }

  function showLogo(logo: NonNullable<Look['logo']>): Look['logo'] {
    const { light, dark } = logo
    return {
      light: { ...light, src: pictures.versioned(light.src) },
      dark: { ...dark, src: pictures.versioned(dark.src) },
    }
  }

  return {
    /**
     * Returns an icon or logo. Calls `admit`, which counts the request towards the rate limit, before generating one.
     * Throws 404 if the site has no logo.
     */
    async find(name: DrawnName, admit: () => Promise<void>) {
      const { picture, variant } = await choose(name)
      if (!(await variants.isMade(picture, variant))) await admit()
      const png = await variants.find(picture, variant)
      if (!png) throw new Refusal('no_such_picture')
      const isIco = name === 'favicon.ico'
      return { body: isIco ? wrapIco(png) : png, type: isIco ? 'image/x-icon' : 'image/png' }
    },
    /**
     * Returns the version in the URLs of the icons, which changes with the site's colours, fonts and logo. Pages
     * compute the same version.
     */
    version() {
      const { look, series } = site()
      const logo = look.logo && showLogo(look.logo)
      return decodeURIComponent(iconVersion({ series, look: { ...look, logo } }))
    },
  }
}
