import { Link } from 'react-router'
import { useHasRole } from '#client/admin/for-role.tsx'
import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { eventTabPath } from '#features/events/admin/event-places.ts'
import type { BoardQuestion } from '#features/questions/contract.ts'
import type { QuestionState } from '#kernel/values.ts'
import { QuestionBoard } from '#features/questions/public/question-board.tsx'

const columns: CsvColumns<BoardQuestion> = {
  Question: ({ text }) => text,
  'Asked By': ({ author }) => author,
  'Asked At': ({ askedAt }, zone) => writeInstant(askedAt, zone),
  Votes: ({ votes }) => String(votes),
  State: ({ state }) => state,
  'Asked at Registration': ({ isFromForm }) => (isFromForm ? 'Yes' : 'No'),
  Public: ({ isShared }) => (isShared ? 'Yes' : 'No'),
}

function readBoard(id: number, signal?: AbortSignal) {
  return call('GET /api/admin/events/:id/questions', { params: { id }, signal })
}

function markQuestion({ id, state }: { id: number; state: QuestionState }) {
  return call('PATCH /api/admin/questions/:id', { params: { id }, body: { state } })
}

/** Lists an event's questions to the guest, for editors to mark and to print: `/admin/events/{id}/questions`. */
export function EventQuestions({ eventId }: { eventId: number }) {
  const mayMark = useHasRole('editor')
  return (
    <>
      <h2 className="text-subheading">Questions</h2>
      <p className="mt-2 text-muted print:hidden">
        Questions from registrants to the guest. Questions of the registration form are under{' '}
        <Link to={`${eventTabPath(eventId, 'details')}#form-questions`} className={textLinkStyle}>
          Details
        </Link>
        .
      </p>
      <QuestionBoard
        key={eventId}
        queryKey={['/api/admin/events', eventId, 'questions']}
        read={(signal) => readBoard(eventId, signal)}
        mark={mayMark ? markQuestion : undefined}
        tools={
          <div className="mt-5 flex flex-wrap gap-3 print:hidden">
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
            <DownloadRowsButton
              label="questions"
              fileName="questions"
              columns={columns}
              read={async () => (await readBoard(eventId)).questions}
            />
          </div>
        }
      />
    </>
  )
}
