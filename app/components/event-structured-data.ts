import type { EventPage, PublicEvent } from '#shared/contract/events.ts'
import { eventStart, parseInstant } from '#shared/event-time.ts'
import { formatOffsetTime } from '#shared/offset-time.ts'
import { eventPath } from '#shared/slug.ts'
import type { SiteData } from './use-site.ts'

/** schema.org `Event`, with offset times in the display zone, or the date alone where that is all. */
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
    // While it runs over nobody knows its end.
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
