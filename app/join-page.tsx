import { JoinPage as WaitingRoomPage } from '#features/join-links/public/join-page.tsx'
import { QuestionsOfRegistrant } from '#features/questions/public/questions-of-registrant.tsx'
import type { EventPage } from '#kernel/event-shapes.ts'

/** `/join/{token}`: the waiting room, with the questions for the guest in it. */
export default function JoinPage() {
  return <WaitingRoomPage meanwhile={askMeanwhile} />
}

function askMeanwhile(event: EventPage, token: string) {
  return <QuestionsOfRegistrant event={event} linkToken={token} />
}
