import type { MetaDescriptor } from 'react-router'
import type { PublicTranscript } from '#shared/contract/event-words.ts'
import type { EventPage } from '#shared/contract/events.ts'
import { eventPath } from '#shared/slug.ts'
import { previewEvent } from '#app/components/event-preview.ts'
import { describeEventToSearchEngines } from '#app/components/event-structured-data.ts'
import { describePage } from '#app/components/page-meta.ts'
import type { SiteData } from '#app/components/use-site.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { describeEventAsArticle } from './describe-event-as-article.ts'

/** What search engines are told; made by the server, so that no browser has to fetch how. */
export function structureEventPage(event: EventPage, words: PublicTranscript, siteData: SiteData) {
  const { image } = previewEvent(event, siteData)
  const isToCome =
    event.isLive || (event.status !== 'completed' && (event.eventDate ?? event.eventTime) !== null)
  const describe =
    isToCome || event.isCancelled ? describeEventToSearchEngines : describeEventAsArticle
  return {
    ...describe(event, siteData, image.src),
    ...(words.cues.length > 0 && describeRecording(event.id, siteData)),
  }
}

/** An event's own title, preview and structured data; a cancelled one is kept out of search results. */
export function describeEventPage(
  event: EventPage,
  siteData: SiteData,
  structured: object,
): MetaDescriptor[] {
  return describePage(
    {
      ...previewEvent(event, siteData),
      address: `${siteData.origin}${eventPath(event.slug)}`,
      isHidden: event.isCancelled,
      structured,
    },
    siteData,
  )
}

/** Who reads what is said is not promised the recording itself: that asks for an e-mail first. */
function describeRecording(eventId: number, { origin }: SiteData) {
  return {
    isAccessibleForFree: true,
    conditionsOfAccess: 'The recording is free to watch with an e-mail address.',
    potentialAction: {
      '@type': 'WatchAction',
      target: `${origin}${writeWatchAddress(eventId)}`,
      actionAccessibilityRequirement: {
        '@type': 'ActionAccessSpecification',
        category: 'registration',
      },
    },
  }
}
