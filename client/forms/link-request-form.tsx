import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { LinkProblem, LinkOnItsWay } from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmailField } from './form-field.tsx'
import { sendEmail, submitForm, useTypedBefore } from './posted-form.tsx'

type LinkRequestFormProps = {
  /** Label of the button. */
  label: string
  description?: ReactNode
  /** Requests the link; the response is the same whether or not the address is known. */
  request: (email: string) => Promise<{ message: string }>
}

/** A form that asks for an email and has a link sent to it, if it is known. */
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
