import { useQuery } from '@tanstack/react-query'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { ownQuestionsOf } from './own-questions.ts'

const QuestionCorner = lazyChunk(async () => (await import('./question-corner.tsx')).QuestionCorner)

/**
 * The corner of questions, for a registrant. Who that is is asked first: most visitors have no seat, and
 * the corner brings 15 kB of what it shares with the admin area along. Specification, "Questions".
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
