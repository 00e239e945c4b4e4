import type { PublicEvent } from '#shared/contract/events.ts'
import { shareVersion } from '#shared/share-version.ts'
import type { PageFacts } from './page-meta.ts'
import type { SiteData } from './use-site.ts'

/** Specification, "Landing page": the social-metadata description. */
const descriptionLength = 120

/** An emoji or accent is never cut in half. */
function firstCharacters(text: string) {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, descriptionLength).join('').trim()
}

/**
 * An event as its link is previewed: title, speaker, the first words, its picture. Specification,
 * "Landing page".
 */
export function previewEvent(event: PublicEvent, { site, origin }: SiteData) {
  const title = `${event.title} with ${event.speakerName}`
  const version = shareVersion(event.updatedAt)
  return {
    title,
    documentTitle: `${title} | ${site.series.name}`,
    description: firstCharacters(event.description),
    image: { src: `${origin}/share/event-${event.id}.jpg?v=${version}`, alt: title },
    type: 'article',
  } satisfies Partial<PageFacts>
}
