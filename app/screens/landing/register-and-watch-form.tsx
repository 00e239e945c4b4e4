import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { videoAccessForm } from '#shared/contract/registrations.ts'
import { formatEventDate, isFinished } from '#shared/event-time.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { ConsentLine } from '#app/components/consent-line.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { showFieldErrors } from './explain-failure.ts'
import { PersonFields } from './person-fields.tsx'
import { useSource } from './use-source.ts'

/** Specification 9, "Redirect delay after video access", in milliseconds. */
const redirectDelay = 1000

const typedFields = videoAccessForm.omit({ eventId: true, source: true })

type RegisterAndWatchFormProps = {
  current: PublicEvent | null
  email: string
  onEmailInstead: (typed: string) => void
}

/** Register mode: registers, opens the library, and on request takes a seat in the next event. */
export function RegisterAndWatchForm({
  current,
  email,
  onEmailInstead,
}: RegisterAndWatchFormProps) {
  const { zone } = useSite().site.display
  const navigate = useNavigate()
  const source = useSource()
  const [next] = useState(() =>
    current && !isFinished(current, new Date(), zone) ? current : null,
  )
  const form = useForm({
    resolver: zodResolver(typedFields),
    defaultValues: {
      firstName: '',
      lastName: '',
      email,
      company: '',
      jobTitle: '',
      mobile: '',
      receiveEventInvites: false,
    },
  })
  const isInvited = useWatch({ control: form.control, name: 'receiveEventInvites' })
  const access = useMutation({
    mutationFn: (person: ReturnType<typeof typedFields.parse>) =>
      call('POST /api/video-access', {
        body: { ...person, eventId: person.receiveEventInvites ? next?.id : undefined, source },
      }),
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      showToast({ title: 'Access Granted!', description: 'Redirecting to video library...' })
      setTimeout(() => void navigate('/members'), redirectDelay)
    },
    onError(error) {
      showFieldErrors(form, error)
      showToast({
        title: 'Access Failed',
        description: serverMessage(error) ?? 'Please try again.',
        variant: 'destructive',
      })
    },
  })
  const date = next && formatEventDate(next, zone)

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => void form.handleSubmit((person) => access.mutate(person))(event)}
      >
        <PersonFields withMobile />
        {next && (
          <Checkbox
            {...form.register('receiveEventInvites')}
            label="I would like to attend the next event"
            description={`“${next.title}” with ${next.speakerName}${date ? `, ${date}` : ''}`}
          />
        )}
        <Button type="submit" size="large" pending={access.isPending || access.isSuccess}>
          {access.isPending ? 'Registering...' : 'Register & Watch'}
        </Button>
        <ConsentLine isGiven={isInvited === true} />
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4 text-small text-muted">
          Registered before?
          <Button
            variant="quiet"
            onClick={() => onEmailInstead(form.getValues('email'))}
            className="-mx-5"
          >
            Access with Email
          </Button>
        </p>
      </form>
    </FormProvider>
  )
}
