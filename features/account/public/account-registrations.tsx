import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { accountQuery, type OwnAccount } from './account-query.ts'
import { EventLine } from './event-line.tsx'

const AccountAnswers = lazyChunk(async () => (await import('./account-answers.tsx')).AccountAnswers)

type OwnRegistration = OwnAccount['registrations'][number]

/**
 * Lists the person's registrations, each with join link, calendar file and a button to cancel it. A
 * registration that was cancelled on this page can be restored.
 */
export function AccountRegistrations({ registrations }: { registrations: OwnRegistration[] }) {
  const queryClient = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const [cancelled, setCancelled] = useState<OwnRegistration[]>([])
  const change = useMutation({
    mutationFn: ({ seat: registration, isBack }: { seat: OwnRegistration; isBack: boolean }) =>
      isBack
        ? call('POST /api/me/registrations', { body: { eventId: registration.eventId } })
        : call('DELETE /api/me/registrations/:id', { params: { id: registration.id } }),
    async onSuccess(_, { seat: registration, isBack }) {
      const others = (kept: OwnRegistration[]) =>
        kept.filter(({ eventId }) => eventId !== registration.eventId)
      setCancelled((kept) => (isBack ? others(kept) : [...others(kept), registration]))
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      showToast({
        title: isBack ? 'Registration restored' : 'Registration cancelled',
        description: registration.title,
      })
      list.current?.focus({ preventScroll: true })
    },
    onError: (error) =>
      showFailure(
        'Nothing changed',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  const pressed = change.isPending ? change.variables.seat.eventId : undefined
  const gone = cancelled.filter(
    ({ eventId }) => !registrations.some((registration) => registration.eventId === eventId),
  )
  if (registrations.length + gone.length === 0) {
    return (
      <p className="text-muted">
        You are not registered for any event.{' '}
        <a className="text-glow underline underline-offset-4" href="/#upcoming-events">
          View events
        </a>
      </p>
    )
  }
  return (
    <Card ref={list} tabIndex={-1} className="outline-none">
      <ul aria-label="My registrations">
        {registrations.map((registration) => (
          <RegistrationLine
            key={registration.eventId}
            seat={registration}
            badge={badgeOf(registration)}
          >
            {registration.joinPath && <ButtonLink href={registration.joinPath}>Join</ButtonLink>}
            {isComing(registration) && registration.when && (
              <ButtonLink
                variant="secondary"
                href={`/calendar/event-${registration.eventId}.ics`}
                download
              >
                Add to calendar
              </ButtonLink>
            )}
            {isComing(registration) && (
              <Button
                variant="secondary"
                pending={pressed === registration.eventId}
                aria-label={`Cancel registration: ${registration.title}`}
                onClick={() => change.mutate({ seat: registration, isBack: false })}
              >
                Cancel registration
              </Button>
            )}
          </RegistrationLine>
        ))}
        {gone.map((registration) => (
          <RegistrationLine
            key={registration.eventId}
            seat={{ ...registration, openQuestions: [] }}
            badge={<Badge>cancelled</Badge>}
          >
            <Button
              pending={pressed === registration.eventId}
              aria-label={`Undo: ${registration.title}`}
              onClick={() => change.mutate({ seat: registration, isBack: true })}
            >
              Undo
            </Button>
          </RegistrationLine>
        ))}
      </ul>
    </Card>
  )
}

const isComing = ({ status, isCancelled }: OwnRegistration) =>
  status !== 'completed' && !isCancelled

function badgeOf(registration: OwnRegistration) {
  if (registration.isCancelled) return <Badge tone="danger">event cancelled</Badge>
  if (registration.status === 'completed') return <Badge>ended</Badge>
  if (registration.registrationType === 'confirmed') return <Badge tone="success">confirmed</Badge>
  return <Badge>no date yet</Badge>
}

type RegistrationLineProps = { seat: OwnRegistration; badge: ReactNode; children: ReactNode }

function RegistrationLine({ seat: registration, badge, children }: RegistrationLineProps) {
  return (
    <EventLine event={registration} badge={badge} buttons={children}>
      {registration.openQuestions.length > 0 && <AccountAnswers seat={registration} />}
    </EventLine>
  )
}
