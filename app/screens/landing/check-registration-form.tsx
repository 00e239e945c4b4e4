import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { PublicEvent } from '#shared/contract/events.ts'
import { call, limitMessage } from '#app/api/call.ts'
import { EmailField, FormField } from '#app/components/form-field.tsx'
import { alreadyRegistered } from '#app/components/forms/describe-registration.ts'
import { SendButton } from '#app/components/forms/send-button.tsx'
import { useTypedBefore } from '#app/components/forms/use-typed-before.ts'
import { checkLater, wakeChecks } from '#app/components/forms/check-later.ts'
import { showFieldErrors } from '#app/components/forms/explain-failure.ts'
import { showToast } from '#app/ui/toast-store.ts'

export type CheckedPerson = { firstName: string; email: string }

type CheckRegistrationFormProps = {
  event: PublicEvent
  onFound: () => void
  onNotFound: (person: CheckedPerson) => void
}

/**
 * The steps initial and checking: is this person registered for the event? Specification, "Landing
 * dialogs".
 */
export function CheckRegistrationForm({ event, onFound, onNotFound }: CheckRegistrationFormProps) {
  const form = useForm({
    resolver: checkLater('checkRegistration'),
    defaultValues: { firstName: '', email: '' },
  })
  useTypedBefore(form)
  const check = useMutation({
    mutationFn: (person: CheckedPerson) =>
      call('POST /api/check-registration', { body: { ...person, eventId: event.id } }),
    onSuccess({ exists }, person) {
      if (!exists) return onNotFound(person)
      showToast(alreadyRegistered)
      return onFound()
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast({
        title: 'Check Failed',
        description: limitMessage(error) ?? 'Something went wrong. Please try again.',
        variant: 'destructive',
      })
    },
  })

  return (
    <FormProvider {...form}>
      <p className="mt-6">
        Leave your first name and email, and we write to you as soon as the date is fixed.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a field gets the focus */}
      <form
        noValidate
        onFocus={wakeChecks}
        className="mt-5 grid gap-5"
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
        <SendButton pending={check.isPending}>
          {check.isPending ? 'Checking...' : 'Continue'}
        </SendButton>
      </form>
    </FormProvider>
  )
}
