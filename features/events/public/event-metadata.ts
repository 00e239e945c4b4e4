import type { PageFacts } from '#client/page/page-meta.ts'
import type { SiteData } from '#client/page/use-site.ts'
import type { PublicEvent, EventPage } from '#kernel/event-shapes.ts'
import { eventStart, parseInstant } from '#kernel/event-time.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'
import { shareVersion, eventPath } from '#kernel/slug.ts'

/** Maximum length, in characters, of an event's description in social metadata. */
const descriptionLength = 120

/** Returns the beginning of a text. Cuts between code points, so that no emoji becomes invalid. */
function firstCharacters(text: string) {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, descriptionLength).join('').trim()
}

/** Returns the link preview of an event: title, speaker, beginning of the description, picture. */
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

/**
 * Returns schema.org `Event` data. Times are in the display zone; without a time, the data contains only the date.
 */
export function describeEventToSearchEngines(
  event: PublicEvent & Partial<Pick<EventPage, 'isCancelled'>>,
  { site, origin }: SiteData,
  image: string,
) {
  const start = eventStart(event)
  const end = parseInstant(event.eventEndTime)
  const isRunningOver = event.isLive && event.status === 'completed'
  const { zone } = site.display
  const address = `${origin}${eventPath(event.slug)}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    image: [image],
    url: address,
    ...((start || event.eventDate) && {
      startDate: start ? formatOffsetTime(start, zone) : event.eventDate!,
    }),
    // While an event runs beyond its planned end, its real end is unknown.
    ...(end && !isRunningOver && { endDate: formatOffsetTime(end, zone) }),
    ...(event.isLive && {
      subEvent: {
        '@type': 'BroadcastEvent',
        name: event.title,
        isLiveBroadcast: true,
        startDate: formatOffsetTime(start!, zone),
        url: address,
      },
    }),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: `https://schema.org/${event.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    isAccessibleForFree: true,
    location: { '@type': 'VirtualLocation', url: address },
    offers: {
      '@type': 'Offer',
      price: '0',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: address,
    },
    performer: { '@type': 'Person', name: event.speakerName, jobTitle: event.speakerTitle },
    organizer: { '@type': 'Organization', name: site.series.name, url: `${origin}/` },
  }
}

/**
 * Returns schema.org `Article` data for an event that is over or undated. `VideoObject` is not used, because the
 * recording requires an email.
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
