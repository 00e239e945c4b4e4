import { Link } from 'react-router'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { call } from '#client/api/call.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { QuestionBoard } from '#features/questions/public/question-board.tsx'

/** `/admin/events/{id}/questions`: what people ask the guest of an event, to work with and to print. */
export function EventQuestions({ eventId }: { eventId: number }) {
  return (
    <>
      <PageHeading>Questions</PageHeading>
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
