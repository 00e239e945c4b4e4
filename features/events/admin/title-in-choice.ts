import type { AdminEvent, PublicEvent } from '#kernel/event-shapes.ts'
import { isPublished } from '#kernel/publishing.ts'

/** Returns an event's title for select fields, with '(draft)' if visitors cannot see the event. */
export function titleInChoice(event: AdminEvent | PublicEvent): string {
  const isSeen = !('publishAt' in event) || isPublished(event, new Date())
  return isSeen ? event.title : `${event.title} (draft)`
}
