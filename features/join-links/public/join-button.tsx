import { useQuery } from '@tanstack/react-query'
import { pathOf, call } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { isOnItsDay } from '#kernel/event-time.ts'
import { readJoinToken } from './stored-join-tokens.ts'

const joinPath = 'POST /api/way-in'
/** Milliseconds between requests by which a registrant's open page learns that the meeting room has opened. */
const askAgainMs = 30_000

/**
 * Returns the path of the visitor's join link while the meeting room is open; null otherwise. The visitor is recognised
 * by a verified session, or by a join link that was opened in this browser. Runs in the browser only, because the
 * page's HTML is cached and the same for all visitors.
 */
export function useJoinPath(event: PublicEvent): string | null {
  const { zone } = useSite().site.display
  const isToday = useOnceAlive(() => event.isLive || isOnItsDay(event, new Date(), zone))
  const { data } = useQuery({
    queryKey: [pathOf(joinPath), event.id],
    queryFn: ({ signal }) =>
      call(joinPath, { body: { eventId: event.id, token: readJoinToken(event.id) }, signal }),
    enabled: isToday,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isRegistered ? askAgainMs : false),
  })
  return data?.path ?? null
}

export function JoinButton({ path }: { path: string }) {
  return (
    <form method="post" action={path} className="grid">
      <Button type="submit" size="large">
        Join now
      </Button>
    </form>
  )
}
