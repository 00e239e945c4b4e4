import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverMessage } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { accountQuery, type OwnAccount } from './account-query.ts'
import { EventLine } from './event-line.tsx'

type OwnPlace = OwnAccount['waitlist'][number]

/** Lists the waiting lists that the person is on, with buttons to take a reserved seat and to leave. */
export function AccountWaitlist({ places }: { places: OwnPlace[] }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    async mutationFn({ place, leaves }: { place: OwnPlace; leaves: boolean }) {
      if (leaves) await call('DELETE /api/me/waitlist/:id', { params: { id: place.id } })
      else await call('POST /api/me/registrations', { body: { eventId: place.eventId } })
    },
    async onSuccess(_, { place, leaves }) {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      showToast({
        title: leaves ? 'Left the waiting list' : 'Registration confirmed',
        description: place.title,
      })
    },
    onError: (error) =>
      showFailure(
        'Nothing changed',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  const pressed = (id: number, leaves: boolean) =>
    change.isPending && change.variables.place.id === id && change.variables.leaves === leaves
  return (
    <Card>
      <ul aria-label="My waiting lists">
        {places.map((place) => (
          <EventLine
            key={place.id}
            event={place}
            badge={<PlaceBadge state={place.state} />}
            note={place.offerEnds && `A seat is reserved for you until ${place.offerEnds}.`}
            buttons={
              <>
                {place.state === 'offered' && (
                  <Button
                    pending={pressed(place.id, false)}
                    aria-label={`Confirm registration: ${place.title}`}
                    onClick={() => change.mutate({ place, leaves: false })}
                  >
                    Confirm registration
                  </Button>
                )}
                <Button
                  variant="secondary"
                  pending={pressed(place.id, true)}
                  aria-label={`Leave the waiting list: ${place.title}`}
                  onClick={() => change.mutate({ place, leaves: true })}
                >
                  Leave the waiting list
                </Button>
              </>
            }
          />
        ))}
      </ul>
    </Card>
  )
}

function PlaceBadge({ state }: Pick<OwnPlace, 'state'>) {
  if (state === 'offered') return <Badge tone="success">seat offered</Badge>
  return <Badge>{state === 'waiting' ? 'waiting' : 'offer expired'}</Badge>
}
