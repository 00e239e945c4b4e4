import type { PublicEvent } from '#shared/contract/events.ts'
import { eventStart, formatOffsetTime, parseInstant } from '#shared/event-time.ts'
import type { SiteData } from '#app/components/use-site.ts'

/** schema.org `Event`, with offset times in the display zone, or the date alone where that is all. */
export function describeEventToSearchEngines(
  event: PublicEvent,
  { site, origin }: SiteData,
  image: string,
) {
  const start = eventStart(event)
  const end = parseInstant(event.eventEndTime)
  const { zone } = site.display
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.description,
    image: [image],
    ...((start || event.eventDate) && {
      startDate: start ? formatOffsetTime(start, zone) : event.eventDate!,
    }),
    ...(end && { endDate: formatOffsetTime(end, zone) }),
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    isAccessibleForFree: true,
    location: { '@type': 'VirtualLocation', url: `${origin}/` },
    offers: {
      '@type': 'Offer',
      price: '0',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: `${origin}/`,
    },
    performer: { '@type': 'Person', name: event.speakerName, jobTitle: event.speakerTitle },
    organizer: { '@type': 'Organization', name: site.series.name, url: `${origin}/` },
  }
}
