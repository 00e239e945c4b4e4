import type { MetaDescriptor } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { shareVersion } from '#shared/share-version.ts'
import type { SiteData } from '#app/components/use-site.ts'
import { describeEventToSearchEngines } from './event-structured-data.ts'

/** Specification 9: the social-metadata description. */
const descriptionLength = 120

/** An emoji or accent is never cut in half. */
function firstCharacters(text: string) {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, descriptionLength).join('').trim()
}

function previewOf(current: PublicEvent | null, { site, origin }: SiteData) {
  if (!current) {
    const { title, description, image } = site.share
    return {
      title,
      description,
      image: `${origin}/share/series.jpg`,
      alt: image.alt,
      type: 'website',
    }
  }
  const version = shareVersion(current.updatedAt)
  return {
    title: `${current.title} with ${current.speakerName}`,
    description: firstCharacters(current.description),
    image: `${origin}/share/event-${current.id}.jpg?v=${version}`,
    alt: `${current.title} with ${current.speakerName}`,
    type: 'article',
  }
}

/** Document title, social metadata, canonical address and structured data. Specification 2. */
export function describeLanding(current: PublicEvent | null, siteData: SiteData): MetaDescriptor[] {
  const { site, origin } = siteData
  const { title, description, image, alt, type } = previewOf(current, siteData)
  const address = `${origin}/`
  return [
    { title: current ? `${title} | ${site.series.name}` : title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: site.series.name },
    { property: 'og:type', content: type },
    { property: 'og:url', content: address },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: alt },
    ...(current
      ? [{ 'script:ld+json': describeEventToSearchEngines(current, siteData, image) }]
      : []),
  ]
}
