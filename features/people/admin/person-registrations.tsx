import { useState } from 'react'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Person } from '#features/people/contract.ts'
import { webinarSeatWords } from '#features/webinars/admin/webinar-seat-words.ts'
import { countMinutes } from '#features/webinars/rules.ts'
import { ActDialog } from './act-dialog.tsx'
import { personOf } from './people-queries.ts'

type Registration = Person['registrations'][number]
type Opened = { registration: Registration; act: 'take' | 'cancel' }

/** Renders the person's registrations and Zoom registrations, with the actions on each. */
export function PersonRegistrations({ person, onDone }: { person: Person; onDone: () => void }) {
  const [opened, setOpened] = useState<Opened>()
  if (person.registrations.length === 0) {
    return <p className="text-muted">Not registered for any event.</p>
  }
  return (
    <Card>
      <ul aria-label="Registrations">
        {person.registrations.map((registration) => (
          <Line
            key={registration.id}
            {...{ registration, onDone }}
            personKey={person.key}
            onOpen={(act) => setOpened({ registration, act })}
          />
        ))}
      </ul>
      {opened?.act === 'take' && (
        <ActDialog
          title="Take the seat for them?"
          description={<bdi>{opened.registration.eventTitle}</bdi>}
          label="Take the seat"
          pendingLabel="Taking..."
          act={() =>
            call('POST /api/admin/registrations/:id/take-seat', {
              params: { id: opened.registration.id },
            })
          }
          done={({ title }) => ({ title: 'Seat Taken', description: title })}
          onDone={onDone}
          onClose={() => setOpened(undefined)}
        >
          <p>
            The pre-registration becomes a confirmed one. The confirmation goes to {person.email},
            and a seat in the event’s webinar is asked for.
          </p>
        </ActDialog>
      )}
      {opened?.act === 'cancel' && (
        <ActDialog
          title="Cancel this registration?"
          description={<bdi>{opened.registration.eventTitle}</bdi>}
          label="Cancel the registration"
          pendingLabel="Cancelling..."
          isDangerous
          act={() =>
            call('DELETE /api/admin/registrations/:id', {
              params: { id: opened.registration.id },
            })
          }
          done={() => ({
            title: 'Registration Cancelled',
            description: opened.registration.eventTitle,
          })}
          onDone={onDone}
          onClose={() => setOpened(undefined)}
        >
          <p>
            The seat in the webinar is given up, the event’s group at MailerLite is left, and no
            more mails about this event are sent to {person.email}. They are not written to about
            it.
          </p>
          <p>Registering again makes a new one, which is confirmed anew.</p>
        </ActDialog>
      )}
    </Card>
  )
}

type LineProps = {
  registration: Registration
  personKey: string
  onOpen: (act: Opened['act']) => void
  onDone: () => void
}

function Line({ registration, personKey, onOpen, onDone }: LineProps) {
  const format = useFormatInstant()
  const {
    id,
    eventTitle,
    registrationType,
    registrationSource,
    createdAt,
    seat: webinarSeat,
    joined,
  } = registration
  const { stayedMinutes } = registration
  const isConfirmed = registrationType === 'confirmed'
  const isStuck =
    webinarSeat && (webinarSeat.state === 'failed' || webinarSeat.state === 'withdrawn')
  return (
    <li
      aria-label={eventTitle}
      className="grid gap-2 border-t border-line px-4 py-4 text-small first:border-t-0 sm:px-5"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{eventTitle}</bdi>
        <Badge tone={isConfirmed ? 'success' : 'neutral'}>
          {isConfirmed ? 'confirmed' : 'pre-registration'}
        </Badge>
        {webinarSeat && (
          <Badge tone={webinarSeatWords[webinarSeat.state].tone}>
            Seat: {webinarSeatWords[webinarSeat.state].name}
          </Badge>
        )}
      </p>
      <p className="wrap-anywhere text-muted figures">
        {format(createdAt)}, by {registrationSource}
        {webinarSeat?.lastError && <span>{`. No seat: ${webinarSeat.lastError}`}</span>}
        {joined && <span>{`. Joined ${format(joined.firstJoinedAt)}`}</span>}
        {stayedMinutes !== null && <span>{`, stayed ${countMinutes(stayedMinutes)}`}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isConfirmed && <ActButton onClick={() => onOpen('take')}>Take the seat</ActButton>}
        {isStuck && (
          <RetryButton
            label="Try the seat again"
            subject={`The seat for ${eventTitle}`}
            retry={() =>
              call('POST /api/admin/seats/:registrationId/try-again', {
                params: { registrationId: id },
              })
            }
            queryKey={personOf(personKey).queryKey}
            onGone={onDone}
          />
        )}
        <ActButton onClick={() => onOpen('cancel')}>Cancel the registration</ActButton>
      </div>
    </li>
  )
}

function ActButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="secondary" className="px-3! text-small!" onClick={onClick}>
      {children}
    </Button>
  )
}
