import { useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Person } from '#features/people/contract.ts'
import { describeSource } from '#features/people/rules.ts'
import { webinarSeatLabels } from '#features/webinars/admin/webinar-seat-labels.ts'
import { countMinutes } from '#features/webinars/rules.ts'
import { writeCount } from '#kernel/write-count.ts'
import { ActDialog } from './act-dialog.tsx'
import { personOf } from './people-queries.ts'

type Registration = Person['registrations'][number]
type Opened = { registration: Registration; act: 'take' | 'cancel' }

/** Renders the person's registrations with their Zoom registrations, and buttons for actions on each. */
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
          title="Confirm this person’s place?"
          description={<bdi>{opened.registration.eventTitle}</bdi>}
          label="Confirm place"
          pendingLabel="Confirming..."
          act={() =>
            call('POST /api/admin/registrations/:id/take-seat', {
              params: { id: opened.registration.id },
            })
          }
          done={({ title, overCapacity = 0 }) => ({
            title: 'Place Confirmed',
            description:
              overCapacity > 0
                ? `${title} now has ${writeCount(overCapacity, 'more registration')} than seats.`
                : title,
          })}
          onDone={onDone}
          onClose={() => setOpened(undefined)}
        >
          <p>
            {`This confirms the registration of ${person.email}, sends a confirmation email and registers the person in Zoom.`}
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
            {`This also cancels the Zoom registration and removes the person from the event’s MailerLite group. ${person.email} gets no email about the cancellation and no more emails about this event.`}
          </p>
          <p>The person can register again.</p>
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
    hasAttended,
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
          <Badge tone={webinarSeatLabels[webinarSeat.state].tone}>
            Zoom registration: {webinarSeatLabels[webinarSeat.state].name}
          </Badge>
        )}
      </p>
      <p className="wrap-anywhere text-muted figures">
        {format(createdAt)}, {describeSource(registrationSource)}
        {webinarSeat?.lastError && (
          <span>{`. Not registered in Zoom: ${webinarSeat.lastError}`}</span>
        )}
        {joined && (
          <span>{`. ${hasAttended ? 'Joined' : 'Join link opened'} ${format(joined.firstJoinedAt)}`}</span>
        )}
        {stayedMinutes !== null && <span>{`, attended ${countMinutes(stayedMinutes)}`}</span>}
      </p>
      <ForRole needs="editor">
        <div className="flex flex-wrap gap-2">
          {!isConfirmed && <ActButton onClick={() => onOpen('take')}>Confirm place</ActButton>}
          {isStuck && (
            <RetryButton
              label="Retry Zoom registration"
              started={`Registering for “${eventTitle}” in Zoom again.`}
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
      </ForRole>
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
