import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { eventPath } from '#shared/slug.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { type Mine, mine } from './my-queries.ts'

type Seat = Mine['registrations'][number]

/** What one is registered for: the way in, the calendar, cancelling, and taking back what was cancelled here. */
export function AccountRegistrations({ registrations }: { registrations: Seat[] }) {
  const queryClient = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const [cancelled, setCancelled] = useState<Seat[]>([])
  const change = useMutation({
    mutationFn: ({ seat, isBack }: { seat: Seat; isBack: boolean }) =>
      isBack
        ? call('POST /api/me/registrations', { body: { eventId: seat.eventId } })
        : call('DELETE /api/me/registrations/:id', { params: { id: seat.id } }),
    async onSuccess(_, { seat, isBack }) {
      const others = (seats: Seat[]) => seats.filter(({ eventId }) => eventId !== seat.eventId)
      setCancelled((seats) => (isBack ? others(seats) : [...others(seats), seat]))
      await queryClient.invalidateQueries({ queryKey: mine.queryKey })
      showToast({
        title: isBack ? 'Your seat is yours again' : 'Seat given up',
        description: seat.title,
      })
      list.current?.focus({ preventScroll: true })
    },
    onError: (error) =>
      showToast({
        title: 'Nothing changed',
        description: serverMessage(error) ?? 'Please check your connection and try again.',
        variant: 'destructive',
      }),
  })
  const pressed = change.isPending ? change.variables.seat.eventId : undefined
  const gone = cancelled.filter(
    ({ eventId }) => !registrations.some((seat) => seat.eventId === eventId),
  )
  if (registrations.length + gone.length === 0) {
    return (
      <p className="text-muted">
        You are registered for nothing at the moment.{' '}
        <a className="text-glow underline underline-offset-4" href="/#upcoming-events">
          See what is on
        </a>
      </p>
    )
  }
  return (
    <Card ref={list} tabIndex={-1} className="outline-none">
      <ul aria-label="My seats">
        {registrations.map((seat) => (
          <SeatLine key={seat.eventId} seat={seat} badge={badgeOf(seat)}>
            {seat.joinPath && <ButtonLink href={seat.joinPath}>Join</ButtonLink>}
            {isComing(seat) && seat.when && (
              <ButtonLink variant="secondary" href={`/calendar/event-${seat.eventId}.ics`} download>
                Add to calendar
              </ButtonLink>
            )}
            {isComing(seat) && (
              <Button
                variant="secondary"
                pending={pressed === seat.eventId}
                aria-label={`Give up my seat: ${seat.title}`}
                onClick={() => change.mutate({ seat, isBack: false })}
              >
                Give up my seat
              </Button>
            )}
          </SeatLine>
        ))}
        {gone.map((seat) => (
          <SeatLine key={seat.eventId} seat={seat} badge={<Badge>given up</Badge>}>
            <Button
              pending={pressed === seat.eventId}
              aria-label={`Take it back: ${seat.title}`}
              onClick={() => change.mutate({ seat, isBack: true })}
            >
              Take it back
            </Button>
          </SeatLine>
        ))}
      </ul>
    </Card>
  )
}

const isComing = ({ status, isCancelled }: Seat) => status !== 'completed' && !isCancelled

function badgeOf(seat: Seat) {
  if (seat.isCancelled) return <Badge tone="danger">will not take place</Badge>
  if (seat.status === 'completed') return <Badge>over</Badge>
  if (seat.registrationType === 'confirmed') return <Badge tone="success">confirmed</Badge>
  return <Badge>date to come</Badge>
}

type SeatLineProps = { seat: Seat; badge: ReactNode; children: ReactNode }

function SeatLine({ seat, badge, children }: SeatLineProps) {
  return (
    <li
      aria-label={seat.title}
      className="grid gap-3 border-t border-line px-5 py-5 first:border-t-0"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            href={eventPath(seat.slug)}
            className="inline-block min-h-6 font-semibold wrap-anywhere underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow"
          >
            <bdi>{seat.title}</bdi>
          </a>
          {badge}
        </p>
        {seat.when && <p className="mt-1 text-small text-muted figures">{seat.when}</p>}
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">{children}</div>
    </li>
  )
}
