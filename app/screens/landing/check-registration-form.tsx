import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { PublicEvent } from '#shared/contract/events.ts'
import { checkRegistrationForm } from '#shared/contract/registrations.ts'
import { call, limitMessage } from '#app/api/call.ts'
import { EmailField, FormField } from '#app/components/form-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

const typedFields = checkRegistrationForm.pick({ firstName: true, email: true })

export type CheckedPerson = { firstName: string; email: string }

type CheckRegistrationFormProps = {
  event: PublicEvent
  onFound: () => void
  onNotFound: (person: CheckedPerson) => void
}

/** The steps initial and checking: is this person registered for the event? Specification 4. */
export function CheckRegistrationForm({ event, onFound, onNotFound }: CheckRegistrationFormProps) {
  const form = useForm({
    resolver: zodResolver(typedFields),
    defaultValues: { firstName: '', email: '' },
  })
  const check = useMutation({
    mutationFn: (person: CheckedPerson) =>
      call('POST /api/check-registration', { body: { ...person, eventId: event.id } }),
    onSuccess({ exists }, person) {
      if (!exists) return onNotFound(person)
      showToast({
        title: 'Already Registered!',
        description:
          "Great news - you're already signed up! You can access videos anytime using your email address.",
      })
      return onFound()
    },
    onError(error) {
      showToast({
        title: 'Check Failed',
        description: limitMessage(error) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
      })
    },
  })

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(submit) => void form.handleSubmit((person) => check.mutate(person))(submit)}
      >
        <FormField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={120}
          required
          data-autofocus
        />
        <EmailField />
        <Button type="submit" size="large" pending={check.isPending}>
          {check.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </form>
    </FormProvider>
  )
}
