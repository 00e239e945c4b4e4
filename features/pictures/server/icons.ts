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

/** All pictures generated from the look, each under its own address. */
export const drawnNames: DrawnName[] = [...iconNames, logoNames.light, logoNames.dark]

/**
 * Creates icons for browsers and home screens, from a square logo or the first letter on the accent colour,
 * and the logo for mails.
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
    /** Calls `admit` before generating. Throws 404 for a missing logo. */
    async find(name: DrawnName, admit: () => Promise<void>) {
      const { picture, variant } = await choose(name)
      if (!(await variants.isMade(picture, variant))) await admit()
      const png = await variants.find(picture, variant)
      if (!png) throw new Refusal('no_such_picture')
      const isIco = name === 'favicon.ico'
      return { body: isIco ? wrapIco(png) : png, type: isIco ? 'image/x-icon' : 'image/png' }
    },
    /** Pages use this version in URLs; picture URLs contain the files' versions. */
    version() {
      const { look, series } = site()
      const logo = look.logo && showLogo(look.logo)
      return decodeURIComponent(iconVersion({ series, look: { ...look, logo } }))
    },
  }
}
