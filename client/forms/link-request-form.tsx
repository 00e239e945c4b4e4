import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { LinkProblem, LinkOnItsWay } from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmailField } from './form-field.tsx'
import { sendEmail, submitForm, useTypedBefore } from './posted-form.tsx'

type LinkRequestFormProps = {
  /** Label of the submit button. */
  label: string
  description?: ReactNode
  /** Asks the server to send the link by mail. The response is the same for stored and unknown emails. */
  request: (email: string) => Promise<{ message: string }>
}

/**
 * A form in which visitors enter their email to receive a link by mail. The server sends no link to an unknown
 * email.
 */
export function LinkRequestForm({ label, description, request }: LinkRequestFormProps) {
  const form = useForm({ defaultValues: { email: '' } })
  useTypedBefore(form)
  const ask = useMutation({ mutationFn: request })

  if (ask.isSuccess) return <LinkOnItsWay>{ask.data.message}</LinkOnItsWay>
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid w-full gap-5 text-left text-base"
        onSubmit={submitForm(form, () => sendEmail(form, ask.mutate))}
      >
        <EmailField data-autofocus description={description} />
        <LinkProblem error={ask.error} />
        <Button type="submit" size="large" pending={ask.isPending}>
          {ask.isPending ? 'Sending...' : label}
        </Button>
      </form>
    </FormProvider>
  )
}
