import { useQuery } from '@tanstack/react-query'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { ownQuestionsOf } from './own-questions.ts'

const QuestionCorner = lazyChunk(async () => (await import('./question-corner.tsx')).QuestionCorner)

/**
 * Renders the questions for registrants only. Checks that first, because most visitors are not registered
 * and the questions load 15 kB of code shared with the admin area.
 */
export function QuestionsOfRegistrant({
  event,
  linkToken,
}: {
  event: EventPage
  linkToken?: string
}) {
  const mayBeOpen = !event.isCancelled && (event.status === 'upcoming' || event.isLive)
  const { data } = useQuery({ ...ownQuestionsOf(event.id, linkToken), enabled: mayBeOpen })
  if (data?.isRegistered !== true) return null
  return <QuestionCorner own={data} {...{ event, linkToken }} />
}
