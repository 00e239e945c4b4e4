import type { MetaDescriptor } from 'react-router'
import type { SiteData } from '#app/components/use-site.ts'

/**
 * Title, description, preview image and address for sharing; kept out of search results.
 * Specification, "Library".
 */
export function describeMembers({ site, origin }: SiteData): MetaDescriptor[] {
  const title = `Innovation Interview Library | ${site.series.name}`
  const description = `Every recorded interview of ${site.series.name} with ${site.series.host.name}, free to watch with your email address.`
  const address = `${origin}/members`
  const image = `${origin}${site.share.image.src}`
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: site.series.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: String(site.share.image.width) },
    { property: 'og:image:height', content: String(site.share.image.height) },
    { property: 'og:image:alt', content: site.share.image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: site.share.image.alt },
  ]
}
