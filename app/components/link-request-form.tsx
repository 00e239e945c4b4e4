import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { readStoredEmail } from '#app/api/stored-email.ts'
import { Button } from '#app/ui/button.tsx'
import { explainLinkFailure } from './explain-link-failure.ts'
import { EmailField } from './form-field.tsx'
import { LinkOnItsWay } from './link-on-its-way.tsx'

type LinkRequestFormProps = {
  /** What the button says. */
  label: string
  description?: ReactNode
  /** Asks for the link; what is answered is the same for everyone. */
  request: (email: string) => Promise<{ message: string }>
}

/** Asks for an address and has a link sent to it, if it is one that we know. */
export function LinkRequestForm({ label, description, request }: LinkRequestFormProps) {
  const form = useForm({ defaultValues: { email: '' } })
  const { setValue } = form
  const ask = useMutation({ mutationFn: request })
  // After the page has come alive: what the server wrote knows nobody.
  useEffect(() => {
    const stored = readStoredEmail()
    if (stored) setValue('email', stored)
  }, [setValue])

  function submit({ email }: { email: string }) {
    const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    if (isEmail) ask.mutate(email.trim())
    else {
      const message = 'Please enter a valid email address'
      form.setError('email', { message }, { shouldFocus: true })
    }
  }

  if (ask.isSuccess) return <LinkOnItsWay>{ask.data.message}</LinkOnItsWay>
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid w-full gap-5 text-left text-base"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <EmailField data-autofocus description={description} />
        {ask.isError && (
          <p role="alert" className="text-danger">
            {explainLinkFailure(ask.error)}
          </p>
        )}
        <Button type="submit" size="large" pending={ask.isPending}>
          {ask.isPending ? 'Sending...' : label}
        </Button>
      </form>
    </FormProvider>
  )
}
