import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call, otherReason } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { looksLikeEmail } from './looks-like-email.ts'
import { useTypedBefore } from './use-typed-before.ts'
import { EmailField } from '#app/components/form-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

const invalidEmail = 'Please enter a valid email address'

type EmailAccessFormProps = {
  email: string
  /** Where the library opens: at the interview that was asked for. */
  leadsTo: string
  onRegisterInstead: (typed: string) => void
}

/**
 * Email access mode: a known e-mail leads straight to the library. Specification, "Landing
 * dialogs".
 */
export function EmailAccessForm(props: EmailAccessFormProps) {
  const { email: before, leadsTo, onRegisterInstead } = props
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { email: before } })
  useTypedBefore(form)
  const login = useMutation({
    mutationFn: (email: string) => call('POST /api/video-access/login', { body: { email } }),
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      void navigate(leadsTo)
    },
    onError(error) {
      const description =
        otherReason(error, { status: 404 }) ??
        'Please try another email or register below to get access.'
      showToast({
        title: "Sorry, we couldn't find that email",
        description,
        variant: 'destructive',
      })
      form.setError('email', { message: description })
    },
  })

  function submit({ email }: { email: string }) {
    const isEmail = looksLikeEmail(email.trim())
    if (isEmail) login.mutate(email.trim())
    else form.setError('email', { message: invalidEmail }, { shouldFocus: true })
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <EmailField
          data-autofocus
          description="The address you registered with opens every interview."
        />
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
