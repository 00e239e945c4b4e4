import { useQuery } from '@tanstack/react-query'
import { PersonCell } from '#client/admin/person-cell.tsx'
import { Card } from '#client/ui/card.tsx'
import { call, pathOf } from '#client/api/call.ts'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { RegistrantAnswers } from '#features/form-questions/admin/registrant-answers.tsx'
import type { AnswerColumn } from '#features/form-questions/contract.ts'
import type { listWaitlist } from '#features/waitlist/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writeCount } from '#kernel/write-count.ts'

type Waitlist = ReplyOf<typeof listWaitlist>

/** The seats of an event with a limited number, and the people on its waiting list in the order of the line. */
export function EventWaitlist({ eventId }: { eventId: number }) {
  const { data } = useQuery({
    queryKey: [pathOf('GET /api/admin/events/:id/waitlist'), eventId],
    queryFn: () => call('GET /api/admin/events/:id/waitlist', { params: { id: eventId } }),
  })
  if (!data || (data.capacity === null && data.people.length === 0)) return null
  const waiting = data.people.filter(({ state }) => state === 'waiting')
  return (
    <section aria-labelledby="event-waitlist" className="max-w-3xl">
      <h2 id="event-waitlist" className="text-subheading">
        Seats and waiting list
      </h2>
      <p className="mt-2 text-muted figures">{describeSeats(data)}</p>
      {data.people.length === 0 ? (
        <p className="mt-4 text-muted">No one is on the waiting list.</p>
      ) : (
        <Card className="mt-4">
          <ol aria-label="Waiting list, first in line first">
            {data.people.map((person) => (
              <WaitingPerson
                key={person.id}
                person={person}
                place={waiting.indexOf(person) + 1}
                questions={data.formQuestions ?? []}
              />
            ))}
          </ol>
        </Card>
      )}
    </section>
  )
}

function describeSeats({ capacity, confirmed }: Waitlist): string {
  const taken = confirmed.toLocaleString('en-GB')
  if (capacity === null) return `${taken} seats are taken. The number of seats is not limited.`
  const seats = writeCount(capacity, 'seat')
  if (confirmed <= capacity) return `${taken} of ${seats} taken.`
  const over = (confirmed - capacity).toLocaleString('en-GB')
  return `${writeCount(confirmed, 'registration')} for ${seats}: ${over} over the limit. Imports and administrators can exceed it.`
}

type WaitingPersonProps = {
  person: Waitlist['people'][number]
  /** Place in line from 1; 0 if the person has or had an offer. */
  place: number
  questions: AnswerColumn[]
}

function WaitingPerson({ person, place, questions }: WaitingPersonProps) {
  const format = useFormatInstant()
  const { personKey, name, email, state, offerEndsAt, createdAt, answers } = person
  const states = {
    waiting: `Waiting since ${format(createdAt)}`,
    offered: `Seat reserved until ${format(offerEndsAt ?? createdAt)}`,
    missed: 'Did not take the reserved seat in time',
  }
  return (
    <li className="flex gap-3 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5">
      <span aria-hidden className="min-w-5 shrink-0 text-muted figures">
        {place > 0 && `${place}.`}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <PersonCell personKey={personKey} name={name} email={email} />
        <span className="text-muted figures">{states[state]}</span>
        <div className="w-full empty:hidden">
          <RegistrantAnswers answers={answers} questions={questions} />
        </div>
      </div>
    </li>
  )
}
