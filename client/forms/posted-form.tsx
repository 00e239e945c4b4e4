import { CircleAlert } from 'lucide-react'
import {
  type BaseSyntheticEvent,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
} from 'react'
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  type Path,
  type PathValue,
  useFormState,
  type FieldPath,
} from 'react-hook-form'
import { wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { formId, type Notice } from './form-answer.ts'
import { readStoredEmail } from './stored-email.ts'
import { typedBefore } from './typed-before.ts'

type PostedFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  /** Receives the valid values, and the submission, whose target is the form element. */
  onValid: (person: Output, submit: BaseSyntheticEvent) => void | Promise<void>
  /**
   * Called when a field receives the focus. Used to load code, such as validation, that is needed only when the form is
   * submitted.
   */
  onFocus?: () => void
  className?: string
  children: ReactNode
}

/**
 * A form that works with and without scripts: with scripts, `onValid` receives the validated values; otherwise
 * the browser posts the form to the page's URL.
 */
export function PostedForm<Values extends FieldValues, Output>({
  form,
  onValid,
  onFocus,
  className = 'mt-6 grid gap-5',
  children,
}: PostedFormProps<Values, Output>) {
  useTypedBefore(form)
  return (
    <FormProvider {...form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- fields have the focus */}
      <form
        method="post"
        action={`#${formId}`}
        noValidate
        className={className}
        onFocus={onFocus}
        onSubmit={submitForm(form, onValid)}
      >
        {children}
      </form>
    </FormProvider>
  )
}

/**
 * Returns a submit handler that first copies the DOM values into react-hook-form, because some password
 * managers fill fields without the events that it observes.
 */
export function submitForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  onValid: (values: Output, submit: BaseSyntheticEvent) => void | Promise<void>,
) {
  return (submit: FormEvent<HTMLFormElement>) => {
    for (const [name, value] of new FormData(submit.currentTarget)) {
      const field = name as Path<Values>
      const known: unknown = form.getValues(field)
      if (typeof known !== 'string' || known === value) continue
      form.setValue(field, value as PathValue<Values, typeof field>)
    }
    void form.handleSubmit((values) => onValid(values, submit))(submit)
  }
}

/**
 * After hydration, fills empty fields with values that the visitor typed into other public forms, and with the
 * email in local storage.
 */
export function useTypedBefore<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
) {
  const { getValues, setValue, watch } = form
  useEffect(() => {
    const stored = readStoredEmail()
    const known = { ...(stored && { email: stored }), ...typedBefore }
    for (const [name, value] of Object.entries(known)) {
      const field = name as Path<Values>
      const present: unknown = getValues(field)
      if (present !== '' && present !== false) continue
      setValue(field, value as PathValue<Values, typeof field>)
      // Select the value of the focused field, so that typing replaces it.
      const { activeElement } = document
      if (activeElement instanceof HTMLInputElement && activeElement.name === name)
        activeElement.select()
    }
    const { unsubscribe } = watch((values, { name, type }) => {
      if (name === undefined || type !== 'change') return
      const value: string | boolean = values[name]
      typedBefore[name] = typeof value === 'string' ? value.trim() : value
    })
    return unsubscribe
  }, [getValues, setValue, watch])
}

/**
 * A submit button that prevents a second submission while the first one, or loading the validation code, is in
 * progress.
 */
export function SendButton({ pending, ...rest }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()
  return <Button {...rest} type="submit" size="large" pending={pending || isSubmitting} />
}

/** The error message above a form. */
export function FormNotice({ notice }: { notice: Notice | undefined }) {
  if (!notice) return null
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-md border border-danger bg-surface p-4 text-left"
    >
      <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-danger" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">{notice.title}</strong>
        {notice.description}
      </p>
    </div>
  )
}

/** Shows the server's validation errors beside their fields. */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
) {
  for (const { field, message } of wrongFields(error)) {
    if (field in form.getValues()) form.setError(field as FieldPath<Values>, { message })
  }
}

/**
 * Calls `send` if the form's `email` looks like an email address; otherwise shows the error `wrong`. Only the server
 * validates the email fully, with `emailAddress` of kernel/email-address.ts.
 */
export function sendEmail(
  form: UseFormReturn<{ email: string }>,
  send: (email: string) => void,
  wrong = 'Please enter a valid email address',
) {
  const email = form.getValues('email').trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) send(email)
  else form.setError('email', { message: wrong }, { shouldFocus: true })
}
