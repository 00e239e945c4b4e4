import { useMutation } from '@tanstack/react-query'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'

type AccountSeriesProps = {
  state: 'none' | 'pending' | 'active'
  /** Called after the registration started or ended. */
  onChanged: () => Promise<unknown>
}

const texts = {
  none: 'We register you for every event and email you each time.',
  pending: 'Someone asked to register this email for every event. Please confirm or decline.',
  active: 'We register you for every event and email you each time.',
}

/** Renders a person's registration for every event on `/me`, with buttons that start and end it. */
export function AccountSeries({ state, onChanged }: AccountSeriesProps) {
  const change = useMutation({
    mutationFn: (starts: boolean) =>
      starts
        ? call('POST /api/me/series-registration')
        : call('DELETE /api/me/series-registration'),
    async onSuccess(_, starts) {
      await onChanged()
      showToast({
        title: starts ? 'Registered for every event' : 'Automatic registration stopped',
        description: starts
          ? 'You will get an email for each event.'
          : 'Your existing registrations stay.',
      })
    },
    onError: (error) =>
      showFailure(
        'Nothing changed',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  const hasEnded = state === 'none' && change.isSuccess && !change.variables
  const isPending = (starts: boolean) => change.isPending && change.variables === starts
  return (
    <Card className="grid justify-items-start gap-4 p-5">
      <p>
        {hasEnded
          ? 'Automatic registration is off. Your existing registrations stay.'
          : texts[state]}
      </p>
      <div className="flex flex-wrap gap-3">
        {state !== 'active' && (
          <Button
            variant={hasEnded ? 'secondary' : 'primary'}
            pending={isPending(true)}
            onClick={() => change.mutate(true)}
          >
            {hasEnded ? 'Undo' : 'Register me for every event'}
          </Button>
        )}
        {state !== 'none' && (
          <Button
            variant="secondary"
            pending={isPending(false)}
            onClick={() => change.mutate(false)}
          >
            {state === 'pending' ? 'Decline' : 'Stop automatic registration'}
          </Button>
        )}
      </div>
    </Card>
  )
}
