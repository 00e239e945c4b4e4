import { useMutation } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { call, serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure } from '#client/ui/toast-store.ts'
import { registrationSent } from '#features/registrations/rules.ts'
import { useFormContextSent } from './consent-line.tsx'
import type { RegistrationOutcome } from './form-notices.ts'

type SeriesOfferProps = { eventId: number; outcome: RegistrationOutcome }

/**
 * Offers a person who has just registered a registration for every event, or says that they asked for it. Without
 * scripts, the button posts the form of the page again.
 */
export function SeriesOffer({ eventId, outcome }: SeriesOfferProps) {
  const { wholeSeries } = useSite().site.series
  const contextOf = useFormContextSent()
  const { person } = outcome
  const asking = useMutation({
    mutationFn: (fields: NonNullable<typeof person>) =>
      call('POST /api/series-registration', {
        body: { ...registrationSent(fields, eventId, contextOf(false)), eventIds: [] },
      }),
    onError: (error) =>
      showFailure(
        'Nothing changed',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  const series = asking.data ? (asking.data.isPending ? 'pending' : 'active') : outcome.series
  if (series) {
    return (
      <output className="mt-5 flex items-start gap-3">
        <CalendarCheck aria-hidden size={20} className="mt-1 shrink-0 text-glow" />
        <span className="wrap-anywhere">
          {series === 'active' ? (
            'You are registered for every event. You will get an email for each one.'
          ) : (
            <>
              To confirm the registration for every event, open the link in our email to{' '}
              <strong className="font-semibold">{outcome.email}</strong>.
            </>
          )}
        </span>
      </output>
    )
  }
  if (!wholeSeries || !person) return null
  return (
    <form
      method="post"
      className="mt-6 border-t border-line pt-5"
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!asking.isPending) asking.mutate(person)
      }}
    >
      <p>Do you want to register for every event of this series?</p>
      {Object.entries({ ...person, wholeSeries: 'only' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary" className="mt-4 w-full" pending={asking.isPending}>
        Register me for every event
      </Button>
    </form>
  )
}
