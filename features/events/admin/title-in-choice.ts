import type { AdminEvent, PublicEvent } from '#kernel/event-shapes.ts'
import { isPublished } from '#kernel/publishing.ts'

/** What an event is called where one of several is chosen: that visitors do not see it is said with it. */
export function titleInChoice(event: AdminEvent | PublicEvent): string {
  const isSeen = !('publishAt' in event) || isPublished(event, new Date())
  return isSeen ? event.title : `${event.title} (draft)`
}
