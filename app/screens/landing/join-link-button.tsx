import { useSyncExternalStore } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { isOnItsDay } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { preloadDialog, type OpenDialog } from './landing-dialog.ts'

/**
 * On the event's day, for who registered and cannot find the mail. Only once the page is alive: the
 * document is kept for longer than a day, and knows no clock.
 */
export function JoinLinkButton({ event, onOpen }: { event: PublicEvent; onOpen: OpenDialog }) {
  const { zone } = useSite().site.display
  const isToday = useSyncExternalStore(
    () => () => {},
    () => isOnItsDay(event, new Date(), zone),
    () => false,
  )
  if (!isToday) return null
  return (
    <Button
      variant="quiet"
      className="grow basis-full"
      aria-describedby={`event-${event.id}`}
      {...preloadDialog('join-link')}
      onClick={() => onOpen({ kind: 'join-link', event })}
    >
      Send me my join link
    </Button>
  )
}
