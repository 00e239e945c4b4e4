import { useQuery } from '@tanstack/react-query'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { ownQuestionsOf } from './own-questions.ts'

const QuestionCorner = lazyChunk(async () => (await import('./question-corner.tsx')).QuestionCorner)

/**
 * Renders the questions if the visitor is registered for the event; null otherwise. Checks that before it loads the
 * code for questions (15 kB), because most visitors are not registered.
 */
export function QuestionsOfRegistrant({
  event,
  linkToken,
}: {
  event: EventPage
  linkToken?: string
}) {
  const own = useOwnQuestions(event, linkToken)
  if (own?.isRegistered !== true) return null
  return <QuestionCorner own={own} {...{ event, linkToken }} />
}

function useOwnQuestions(event: EventPage, linkToken?: string) {
  const mayBeOpen = !event.isCancelled && (event.status === 'upcoming' || event.isLive)
  return useQuery({ ...ownQuestionsOf(event.id, linkToken), enabled: mayBeOpen }).data
}

/** Returns whether this visitor is known to be registered for the event; false until the server has answered. */
export function useIsRegistered(event: EventPage): boolean {
  return useOwnQuestions(event)?.isRegistered === true
}
