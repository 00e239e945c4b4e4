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

/** All that is drawn from the look, at addresses of its own. */
export const drawnNames: DrawnName[] = [...iconNames, logoNames.light, logoNames.dark]

/**
 * The icons of browsers and home screens: a logo that can be read so small, or the first letter on the accent;
 * and the logo as mails show it.
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
    /** `admit` is asked before anything is made. Throws 404 for a logo that is not there. */
    async find(name: DrawnName, admit: () => Promise<void>) {
      const { picture, variant } = await choose(name)
      if (!(await variants.isMade(picture, variant))) await admit()
      const png = await variants.find(picture, variant)
      if (!png) throw new Refusal('no_such_picture')
      const isIco = name === 'favicon.ico'
      return { body: isIco ? wrapIco(png) : png, type: isIco ? 'image/x-icon' : 'image/png' }
    },
    /** As pages name it: their addresses of pictures hold the versions of the files. */
    version() {
      const { look, series } = site()
      const logo = look.logo && showLogo(look.logo)
      return decodeURIComponent(iconVersion({ series, look: { ...look, logo } }))
    },
  }
}
