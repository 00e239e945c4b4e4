import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { PublicEvent } from '#shared/contract/events.ts'
import { futureEventsForm } from '#shared/contract/registrations.ts'
import { call, limitMessage } from '#app/api/call.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import { EmailField, FormField } from '#app/components/form-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { showFieldErrors } from './explain-failure.ts'
import { useSource } from './use-source.ts'

const typedFields = futureEventsForm.omit({ eventId: true, source: true })

/** The step finished_event: a form for updates about what is to come. Specification 4. */
export function FutureUpdatesForm({
  event,
  onDone,
}: {
  event: PublicEvent | null
  onDone: () => void
}) {
  const source = useSource()
  const form = useForm({
    resolver: zodResolver(typedFields),
    defaultValues: { firstName: '', lastName: '', email: '' },
  })
  const wish = useMutation({
    mutationFn: (person: ReturnType<typeof typedFields.parse>) =>
      call('POST /api/register-future-events', { body: { ...person, eventId: event?.id, source } }),
    onSuccess({ user }) {
      showToast({
        title: 'Added to Future Events List!',
        description: `Thank you, ${user.firstName}. You will hear of the next interviews first.`,
        duration: 6000,
      })
      onDone()
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast({
        title: 'Registration Failed',
        description: limitMessage(error) ?? 'Failed to register for future events notifications',
        variant: 'destructive',
      })
    },
  })

  return (
    <FormProvider {...form}>
      <p className="mt-6">Tell us where to reach you, and you will hear of future events first.</p>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(submit) => void form.handleSubmit((person) => wish.mutate(person))(submit)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField
            name="firstName"
            label="First name"
            autoComplete="given-name"
            maxLength={120}
            required
            data-autofocus
          />
          <FormField
            name="lastName"
            label="Last name"
            autoComplete="family-name"
            maxLength={120}
            required
          />
        </div>
        <EmailField />
        <Button type="submit" size="large" pending={wish.isPending}>
          {wish.isPending ? 'Adding you...' : 'Get future updates'}
        </Button>
        <ConsentLine />
      </form>
    </FormProvider>
  )
}
