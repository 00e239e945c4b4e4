import { Link } from 'react-router'
import { call } from '#app/api/call.ts'
import { QuestionBoard } from '#app/components/questions/question-board.tsx'
import { RoomHeading } from '#app/screens/desk/parts/room-heading.tsx'
import { Button, buttonStyle } from '#app/ui/button.tsx'

/** `/admin/events/{id}/questions`: what people ask the guest of an event, to work with and to print. */
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
      <QuestionBoard
        key={eventId}
        queryKey={['/api/admin/events', eventId, 'questions']}
        read={(signal) =>
          call('GET /api/admin/events/:id/questions', { params: { id: eventId }, signal })
        }
        mark={({ id, state }) =>
          call('PATCH /api/admin/questions/:id', { params: { id }, body: { state } })
        }
      />
    </>
  )
}
