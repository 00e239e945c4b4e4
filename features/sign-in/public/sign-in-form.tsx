import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, wrongFields } from '#client/api/call.ts'
import { CookiesBlocked } from '#client/api/device-problem.ts'
import { readStoredEmail, storeEmail } from '#client/forms/stored-email.ts'
import { explainLinkFailure } from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { proveSession } from './prove-session.ts'
import { authStatusKey } from './session.ts'

/** Renders the form that verifies an email with a six-digit code sent by mail. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const queryClient = useQueryClient()
  // The form is rendered only in a browser, never on the server, so local storage is available.
  const [email, setEmail] = useState(() => readStoredEmail() ?? '')
  const [code, setCode] = useState('')
  const asking = useMutation({
    async mutationFn(typed: string) {
      // Refuse a browser without cookies: a code works only in the browser that requested it, and a cookie
      // identifies that browser.
      if (!navigator.cookieEnabled) throw new CookiesBlocked()
      return call('POST /api/me/code', { body: { email: typed.trim() } })
    },
  })
  const showing = useMutation({
    async mutationFn(typed: string) {
      const body = { email: email.trim(), code: typed }
      const shown = await call('POST /api/me/verify', { body })
      await proveSession()
      return shown
    },
    onSuccess(shown) {
      storeEmail(shown.email)
      void queryClient.invalidateQueries({ queryKey: authStatusKey })
      return onSignedIn()
    },
  })
  const isAsked = asking.isSuccess

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (asking.isPending || showing.isPending) return
    // Read the values from the form, because autofill fires no event in some browsers.
    const filled = new FormData(event.currentTarget)
    const [typed, typedCode] = [filled.get('email'), filled.get('code')].map(String)
    if (isAsked) return showing.mutate(typedCode!)
    setEmail(typed!)
    asking.mutate(typed!)
  }

  return (
    <div className="max-w-xl rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10">
      <h1 className="text-heading">My page</h1>
      <p className="mt-3 text-muted">
        See your registrations, email preferences and data. We email you a code to confirm that it
        is you.
      </p>
      <form noValidate onSubmit={submit} className="mt-6 grid gap-5">
        {isAsked ? (
          <CodeField
            code={code}
            sent={asking.data.message}
            error={showing.error}
            onCode={setCode}
          />
        ) : (
          <Field
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            required
            value={email}
            error={wordsAbout(asking.error, 'email')}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="large" pending={asking.isPending || showing.isPending}>
            {isAsked ? 'Open my page' : 'Send me a code'}
          </Button>
          {isAsked && (
            <Button
              variant="quiet"
              onClick={() => {
                asking.reset()
                showing.reset()
                setCode('')
              }}
            >
              Start again
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

type CodeFieldProps = {
  code: string
  sent: string
  error: Error | null
  onCode: (code: string) => void
}

/** Renders the field for the code, which replaces the email field and receives the focus. */
function CodeField({ code, sent, error, onCode }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <output>{sent}</output>
      <Field
        ref={field}
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
        description="Six digits, valid for ten minutes in this browser."
        value={code}
        error={wordsAbout(error, 'code')}
        onChange={({ target }) => onCode(target.value)}
      />
    </>
  )
}

function wordsAbout(error: Error | null, field: string) {
  if (!error) return undefined
  return (
    wrongFields(error).find((wrong) => wrong.field === field)?.message ?? explainLinkFailure(error)
  )
}
