import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call, otherReason } from '#client/api/call.ts'
import { describeDeviceProblem } from '#client/api/device-problem.ts'
import { EmailField } from '#client/forms/form-field.tsx'
import { sendEmail, submitForm, useTypedBefore } from '#client/forms/posted-form.tsx'
import { storeEmail } from '#client/forms/stored-email.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showFailure } from '#client/ui/toast-store.ts'
import { useFirstField } from '#client/ui/use-first-field.ts'
import { proveSession } from '#features/sign-in/public/prove-session.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { writeWatchAddress } from '#kernel/slug.ts'
import { RegisterAndWatchForm } from './register-and-watch-form.tsx'

type WatchInterviewDialogProps = {
  /** The interview that the visitor asked to watch; null for the whole video library. */
  event: PublicEvent | null
  beginsWith?: 'email' | 'register'
  /** The next event that visitors can register for; null if there is none. */
  current: PublicEvent | null
  onClose: () => void
}

/** Renders the dialog with two ways into the video library: to register, or to enter a known email. */
export function WatchInterviewDialog(props: WatchInterviewDialogProps) {
  const { event, current, beginsWith = 'email', onClose } = props
  const [mode, setMode] = useState(beginsWith)
  // An email typed in one of the two forms is prefilled in the other one.
  const [email, setEmail] = useState('')

  useFirstField(mode)
  const leadsTo = event ? writeWatchAddress(event.id) : '/members'

  function change(to: typeof mode, typed: string) {
    setEmail(typed)
    setMode(to)
  }

  return (
    <Dialog
      title="Watch Interview"
      description={
        event && (
          <p className="wrap-anywhere">
            <span className="font-semibold text-ink">{event.title}</span> with {event.speakerName}
          </p>
        )
      }
      size={mode === 'email' ? 'narrow' : 'medium'}
      onClose={onClose}
    >
      {mode === 'email' ? (
        <EmailAccessForm
          email={email}
          leadsTo={leadsTo}
          onRegisterInstead={(typed) => change('register', typed)}
        />
      ) : (
        <RegisterAndWatchForm
          current={current}
          leadsTo={leadsTo}
          email={email}
          onEmailInstead={(typed) => change('email', typed)}
        />
      )}
    </Dialog>
  )
}

type EmailAccessFormProps = {
  email: string
  /** URL path to redirect to: the requested interview, or the start page of the library. */
  leadsTo: string
  onRegisterInstead: (typed: string) => void
}

/** Renders the form that opens the library for a known email, without a mail. */
function EmailAccessForm({ email: before, leadsTo, onRegisterInstead }: EmailAccessFormProps) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { email: before } })
  useTypedBefore(form)
  const login = useMutation({
    async mutationFn(email: string) {
      const opened = await call('POST /api/video-access/login', { body: { email } })
      await proveSession()
      return opened
    },
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      void navigate(leadsTo)
    },
    onError(error) {
      const problem = describeDeviceProblem(error)
      const title = problem?.title ?? "Sorry, we couldn't find that email"
      const description =
        problem?.description ??
        otherReason(error, { status: 404 }) ??
        'Please try another email or register below to get access.'
      showFailure(title, description)
      form.setError('email', { message: description })
    },
  })

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={submitForm(form, () => sendEmail(form, login.mutate))}
      >
        <EmailField data-autofocus description="Enter the email you registered with." />
        <Button type="submit" size="large" pending={login.isPending}>
          {login.isPending ? 'Checking...' : 'Access Videos'}
        </Button>
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4 text-small text-muted">
          Not registered yet? It is free.
          <Button
            variant="quiet"
            onClick={() => onRegisterInstead(form.getValues('email'))}
            className="-mx-5"
          >
            Register Instead
          </Button>
        </p>
      </form>
    </FormProvider>
  )
}
