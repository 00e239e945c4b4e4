import { type ComponentProps, useSyncExternalStore } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { isOnItsDay } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * On the event's day, for who registered and cannot find the mail. Only once the page is alive: the
 * document is kept for longer than a day, and knows no clock.
 */
export function JoinLinkButton({
  event,
  ...button
}: { event: PublicEvent } & ComponentProps<typeof Button>) {
  const { zone } = useSite().site.display
  const isToday = useSyncExternalStore(
    () => () => {},
    () => isOnItsDay(event, new Date(), zone),
    () => false,
  )
  if (!isToday) return null
  return (
    <Button variant="quiet" {...button}>
      Send me my join link
    </Button>
  )
}
