import type { MetaDescriptor } from 'react-router'
import type { SiteData } from './use-site.ts'

/** Metadata of a page for browsers, link previews and search engines. */
export type PageFacts = {
  /** Title of the link preview, and of the document unless `documentTitle` is set. */
  title: string
  documentTitle?: string
  description: string
  address: string
  image: { src: string; alt: string; width?: number; height?: number }
  type?: 'website' | 'article'
  /** Whether search engines are asked not to list the page. */
  isHidden?: boolean
  structured?: object | undefined
}

/** Default size of a link preview's picture, in pixels. */
const shareSize = { width: 1200, height: 630 }

/** Returns the series' picture for link previews. */
export function seriesPicture({ site, origin }: SiteData): PageFacts['image'] {
  return { src: `${origin}/share/series.jpg`, alt: site.share.image.alt }
}

export function describePage(facts: PageFacts, { site }: SiteData): MetaDescriptor[] {
  const { title, description, address, image } = facts
  const { width = shareSize.width, height = shareSize.height } = image
  return [
    { title: facts.documentTitle ?? title },
    { name: 'description', content: description },
    ...(facts.isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: site.series.name },
    { property: 'og:type', content: facts.type ?? 'website' },
    { property: 'og:url', content: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image.src },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image.src },
    { name: 'twitter:image:alt', content: image.alt },
    ...(facts.structured ? [{ 'script:ld+json': facts.structured }] : []),
  ]
}
