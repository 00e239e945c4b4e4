import type { PublicEvent } from '#shared/contract/events.ts'
import { eventPath } from '#shared/slug.ts'
import type { SiteData } from '#app/components/use-site.ts'

/**
 * schema.org `Article`, for an event that is over or has no date yet: no `VideoObject`, since what a
 * visitor cannot watch is not told to search engines.
 */
export function describeEventAsArticle(
  event: PublicEvent,
  { site, origin }: SiteData,
  image: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: event.title,
    description: event.description,
    image: [image],
    url: `${origin}${eventPath(event.slug)}`,
    datePublished: event.createdAt,
    dateModified: event.updatedAt,
    about: { '@type': 'Person', name: event.speakerName, jobTitle: event.speakerTitle },
    author: { '@type': 'Person', name: site.series.host.name },
    publisher: { '@type': 'Organization', name: site.series.name, url: `${origin}/` },
  }
}
