import { useMutation } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call, otherReason } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { EmailField } from '#app/components/form-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

const invalidEmail = 'Please enter a valid email address'

type EmailAccessFormProps = { email: string; onRegisterInstead: (typed: string) => void }

/** Email access mode: a known e-mail leads straight to the library. Specification 2 and 8. */
export function EmailAccessForm({ email: before, onRegisterInstead }: EmailAccessFormProps) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { email: before } })
  const login = useMutation({
    mutationFn: (email: string) => call('POST /api/video-access/login', { body: { email } }),
    onSuccess({ videoAccess }) {
      storeEmail(videoAccess.email)
      void navigate('/members')
    },
    onError(error) {
      showToast({
        title: "Sorry, we couldn't find that email",
        description:
          otherReason(error, { status: 404 }) ??
          'Please try another email or register below to get access.',
        variant: 'destructive',
      })
    },
  })

  function submit({ email }: { email: string }) {
    const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
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
