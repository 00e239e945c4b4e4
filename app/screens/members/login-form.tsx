import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { readWatchAddress } from '#shared/watch-address.ts'
import { EmailField } from '#app/components/form-field.tsx'
import { FormNotice } from '#app/components/forms/form-notice.tsx'
import { looksLikeEmail } from '#app/components/forms/looks-like-email.ts'
import { PostedForm } from '#app/components/forms/posted-form.tsx'
import { answeredForm, answerNotice } from '#app/components/forms/read-answer.ts'
import { registerToWatch } from '#app/components/register-to-watch.ts'
import { Button } from '#app/ui/button.tsx'
import { PressButton } from '#app/ui/press-link.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { describeLoginFailure } from './describe-login.ts'
import { fetchLibraryAhead } from './fetch-library.ts'
import { useMemberLogin } from './use-member-login.ts'

/** What the login card asks for, and the way to register instead. Specification, "Library". */
export function LoginForm({ answer }: { answer: FormAnswer | undefined }) {
  const navigate = useNavigate()
  const asked = readWatchAddress(useSearchParams()[0])?.eventId
  const login = useMemberLogin()
  const [begun] = useState(() => answeredForm(answer, { email: '' }))
  const form = useForm(begun)
  const notice = login.isIdle ? answerNotice(answer, describeLoginFailure) : undefined

  function submit({ email }: { email: string }) {
    const trimmed = email.trim()
    if (login.isPending) return
    if (looksLikeEmail(trimmed)) login.mutate(trimmed, { onError: refuse })
    else {
      const message = trimmed ? 'Please enter a valid email address' : 'Please enter your email'
      form.setError('email', { message }, { shouldFocus: true })
    }
  }

  function refuse(error: unknown) {
    const failure = describeLoginFailure(error)
    showToast(failure)
    form.setError('email', { message: failure.description })
  }

  return (
    <>
      <PostedForm
        form={form}
        onValid={submit}
        onFocus={fetchLibraryAhead}
        className="mt-7 grid gap-5"
      >
        <FormNotice notice={notice} />
        <EmailField placeholder="you@company.com" />
        <Button type="submit" size="large" pending={login.isPending} className="w-full">
          {login.isPending ? 'Logging in...' : 'Access Videos'}
        </Button>
      </PostedForm>
      <div className="mt-8 border-t border-line pt-6">
        <p className="text-small text-muted">Not registered yet? It takes a minute.</p>
        <PressButton
          variant="secondary"
          className="mt-3 w-full"
          href="/register"
          onPress={() => void navigate('/', { state: registerToWatch(asked) })}
        >
          Register for Free Access
        </PressButton>
      </div>
    </>
  )
}
