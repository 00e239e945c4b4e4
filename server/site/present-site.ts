import type { Site } from '#shared/site.ts'

/** The site file with the versions of its pictures in their addresses, so that browsers keep them. */
export function presentSite(site: Site, versioned: (address: string) => string): Site {
  const { hero, share } = site
  const shown = <Picture extends { src: string }>(picture: Picture) => ({
    ...picture,
    src: versioned(picture.src),
  })
  const withLogo = <Named extends { logo: string }>(named: Named) => ({
    ...named,
    logo: versioned(named.logo),
  })
  return {
    ...site,
    hero: {
      ...hero,
      image: shown(hero.image),
      ...(hero.narrowImage && { narrowImage: shown(hero.narrowImage) }),
    },
    partners: site.partners.map(withLogo),
    supporters: site.supporters.map(withLogo),
    share: { ...share, image: shown(share.image) },
  }
}
