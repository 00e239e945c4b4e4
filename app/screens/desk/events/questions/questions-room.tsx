import { Link } from 'react-router'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { Button, buttonStyle } from '#app/ui/button.tsx'
import { QuestionBoard } from './question-board.tsx'

/** `/admin/events/{id}/questions`: what people ask the guest of an evening, to work with and to print. */
export function QuestionsRoom({ eventId }: { eventId: number }) {
  return (
    <>
      <RoomHeading>Questions</RoomHeading>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Link to={`/admin/events/${eventId}`} className={buttonStyle('quiet')}>
          To the event
        </Link>
      </div>
      <QuestionBoard key={eventId} eventId={eventId} />
    </>
  )
}
