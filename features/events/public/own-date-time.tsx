import { useSite } from '#client/page/use-site.ts'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import type { EventTimes } from '#kernel/event-time.ts'
import { describeLocally } from './visitor-time.ts'

/**
 * Renders an event's time in the visitor's time zone, after hydration and only if that differs from the series' zone.
 */
export function OwnDateTime({ event, className = '' }: { event: EventTimes; className?: string }) {
  const { zone } = useSite().site.display
  const local = useOnceAlive(() => describeLocally(event, zone))
  if (!local) return null
  return (
    <p className={`text-small wrap-anywhere text-muted figures ${className}`}>Your time: {local}</p>
  )
}
