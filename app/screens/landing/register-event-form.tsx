import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type { PublicEvent } from '#shared/contract/events.ts'
import { registrationForm } from '#shared/contract/registrations.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { isAboutFinishedEvent, showFieldErrors } from './explain-failure.ts'
import { PersonFields } from './person-fields.tsx'
import type { RegistrationOutcome } from './registration-success.tsx'
import { useSource } from './use-source.ts'

const typedFields = registrationForm.pick({
  firstName: true,
  lastName: true,
  email: true,
  company: true,
  jobTitle: true,
})

type RegisterEventFormProps = {
  event: PublicEvent
  onRegistered: (outcome: RegistrationOutcome) => void
  onFinished: (event: PublicEvent) => void
}

/** Specification 5, "Main registration form", and its toasts of section 8. */
export function RegisterEventForm({ event, onRegistered, onFinished }: RegisterEventFormProps) {
  const source = useSource()
  const form = useForm({
    resolver: zodResolver(typedFields),
    defaultValues: { firstName: '', lastName: '', email: '', company: '', jobTitle: '' },
  })
  const registration = useMutation({
    mutationFn: (person: ReturnType<typeof typedFields.parse>) =>
      call('POST /api/register-multi-event', {
        body: {
          ...person,
          questions: '',
          receiveUpdates: true,
          receiveEventInvites: true,
          eventIds: [event.id],
          source,
        },
      }),
    onSuccess({ isExistingUser, newRegistrations }, person) {
      const isNew = !isExistingUser || newRegistrations.length > 0
      showToast(
        isNew
          ? {
              title: '🎉 Registration Successful!',
              description: `${person.firstName}, your seat for “${event.title}” is booked.`,
              duration: 8000,
            }
          : {
              title: 'Welcome Back!',
              description: `${person.firstName}, you already have a seat for “${event.title}”.`,
              duration: 8000,
            },
      )
      finish(isNew, person.email)
    },
    onError(error, person) {
      const message = serverMessage(error)
      if (isAboutFinishedEvent(error)) {
        showToast({
          title: 'Event Has Finished',
          description:
            message ??
            'This event has already ended. Would you like to be notified about future events?',
          duration: 8000,
        })
        onFinished({ ...event, status: 'completed' })
      } else if (/already (registered|exists)/i.test(message ?? '')) {
        showToast({
          title: 'Already Registered!',
          description:
            "Great news - you're already signed up! You can access videos anytime using your email address.",
        })
        finish(false, person.email)
      } else {
        showFieldErrors(form, error)
        showToast({
          title: 'Registration Failed',
          description: message ?? 'Please try again.',
          variant: 'destructive',
        })
      }
    },
  })

  function finish(isNew: boolean, email: string) {
    form.reset()
    onRegistered({ isNew, email })
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-6"
        onSubmit={(submit) =>
          void form.handleSubmit((person) => registration.mutate(person))(submit)
        }
      >
        <PersonFields />
        <Button type="submit" size="large" pending={registration.isPending}>
          {registration.isPending ? 'Registering...' : 'Register for Event'}
        </Button>
        <ConsentLine />
      </form>
    </FormProvider>
  )
}
