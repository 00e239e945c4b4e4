import { useSite } from '#client/page/use-site.ts'
import { formatEventDate, timeOfDay } from '#kernel/event-time.ts'

/** Returns a function that formats an instant in the site's display time zone: `3 Dec 2026, 18:05`. */
export function useFormatInstant() {
  const { zone } = useSite().site.display
  return (instant: string) => {
    const date = formatEventDate({ eventDate: null, eventTime: instant }, zone, 'medium')
    return `${date}, ${timeOfDay(new Date(instant), zone)}`
  }
}
