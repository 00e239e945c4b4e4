import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { call, otherReason } from '#client/api/call.ts'
import { describeDeviceProblem } from '#client/api/device-problem.ts'
import { answeredForm, answerNotice, type Notice } from '#client/forms/form-answer.ts'
import { EmailField } from '#client/forms/form-field.tsx'
import { FormNotice, sendEmail, PostedForm } from '#client/forms/posted-form.tsx'
import { storeEmail } from '#client/forms/stored-email.ts'
import { useTexts } from '#client/page/use-site.ts'
import { Button, PressButton } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { memberVideos } from '#features/library/public/library-queries.ts'
import { trackAccess } from '#features/library/public/track-access.ts'
import { registerToWatch } from '#features/registrations/public/register-to-watch.ts'
import { proveSession } from '#features/sign-in/public/prove-session.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { readWatchAddress } from '#kernel/slug.ts'
import { fetchLibraryAhead } from './fetch-library.ts'

/** Fields of the library's login card, and the link to registration. */
export function LoginForm({ answer }: { answer: FormAnswer | undefined }) {
  const navigate = useNavigate()
  const eventId = readWatchAddress(useSearchParams()[0])?.eventId
  const login = useMemberLogin()
  const [begun] = useState(() => answeredForm(answer, { email: '' }))
  const form = useForm(begun)
  const notice = login.isIdle ? answerNotice(answer, describeLoginFailure) : undefined

  function submit({ email }: { email: string }) {
    if (login.isPending) return
    const wrong = email.trim() ? undefined : 'Please enter your email'
    sendEmail(form, (typed) => login.mutate(typed, { onError: refuse }), wrong)
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
          onPress={() => void navigate('/', { state: registerToWatch(eventId) })}
        >
          Register for Free Access
        </PressButton>
      </div>
    </>
  )
}

/**
 * Returns a mutation that signs in to the library with an email, sets the cached auth status, refetches the videos
 * and records the login.
 */
function useMemberLogin() {
  const { title } = useTexts().library
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(typed: string) {
      const login = await call('POST /api/video-access/login', { body: { email: typed } })
      await proveSession()
      return login
    },
    async onSuccess({ videoAccess: { email }, isAdmin }) {
      storeEmail(email)
      // Cancel running requests for the session's status: their response would overwrite the new status.
      await queryClient.cancelQueries({ queryKey: authStatusKey })
      const granted = { hasVideoAccess: true, isAdmin, userEmail: email }
      queryClient.setQueryData(authStatusKey, granted)
      showToast({
        title: 'Access Granted!',
        description: welcomeTo(title),
      })
      void queryClient.invalidateQueries({ queryKey: memberVideos.queryKey })
      void trackAccess({ email, accessType: 'login' })
    },
  })
}

/** Returns the greeting after a login. Only the default title takes an article, because another may begin with a name. */
function welcomeTo(title: string) {
  return title === 'Innovation Interview Library'
    ? 'Welcome to the Innovation Interview Library.'
    : `Welcome to ${title}.`
}

/** Returns the toast for a failed login to the library. */
function describeLoginFailure(error: unknown): Notice {
  const problem = describeDeviceProblem(error)
  if (problem) return problem
  return {
    title: 'Access Denied',
    description:
      otherReason(error, { status: 404 }) ??
      'Email not found. Please register first to access the video library.',
    variant: 'destructive',
  }
}
