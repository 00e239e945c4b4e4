import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { FormAnswer } from '#shared/form-answer.ts'
import { readWatchAddress } from '#shared/watch-address.ts'
import { registerToWatch } from '#app/components/register-to-watch.ts'
import { EmailField } from '#app/components/form-field.tsx'
import { formId } from '#app/components/forms/form-id.ts'
import { FormNotice } from '#app/components/forms/form-notice.tsx'
import { PostedForm } from '#app/components/forms/posted-form.tsx'
import { answeredForm, answerNotice } from '#app/components/forms/read-answer.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { PressButton } from '#app/ui/press-link.tsx'
import { Container } from '#app/ui/section.tsx'
import { describeLoginFailure } from './describe-login.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { MembersBar } from './members-bar.tsx'
import { useMemberLogin } from './use-member-login.ts'

type MemberLoginProps = {
  /** Nobody knows yet who is asking: the card waits a moment, and works before the scripts do. */
  isChecking: boolean
  /** Whether they are inside already could not be found out. */
  onAskAgain?: (() => void) | undefined
  answer: FormAnswer | undefined
}

/** The login card, in front of the stage. Specification, "Library". */
export function MemberLogin({ isChecking, onAskAgain, answer }: MemberLoginProps) {
  const { image, narrowImage } = useSite().site.hero
  return (
    <div className="on-stage flex min-h-dvh flex-col">
      <header>
        <MembersBar />
      </header>
      <main id="main" className="relative isolate flex grow items-center py-14">
        <Picture
          src={image.src}
          alt=""
          width={image.width}
          height={image.height}
          narrow={narrowImage && { ...narrowImage, media: '(max-aspect-ratio: 1/1)' }}
          priority
          className="absolute inset-0 -z-10 size-full! bg-transparent! opacity-45 lg:opacity-80"
        />
        <Container className="relative grid justify-items-center px-3! sm:px-gutter! lg:justify-items-start">
          {isChecking && (
            // Takes no space: the card stays where it is when this goes.
            <output className="absolute bottom-full mb-3 flex items-center gap-3 text-lead">
              <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
              Checking access...
            </output>
          )}
          {onAskAgain && <NoAnswer onAskAgain={onAskAgain} />}
          <LoginCard isChecking={isChecking} answer={answer} />
        </Container>
      </main>
    </div>
  )
}

function NoAnswer({ onAskAgain }: { onAskAgain: () => void }) {
  return (
    <div
      role="alert"
      className="mb-6 w-full max-w-md rounded-lg border border-danger bg-raised px-5 py-4 sm:px-9"
    >
      <p>We could not find out whether you are logged in. Please check your connection.</p>
      <Button variant="quiet" className="-ml-5" onClick={onAskAgain}>
        Try again
      </Button>
    </div>
  )
}

function LoginCard({ isChecking, answer }: MemberLoginProps) {
  const navigate = useNavigate()
  const asked = readWatchAddress(useSearchParams()[0])?.eventId
  const login = useMemberLogin()
  const [begun] = useState(() => answeredForm(answer, { email: '' }))
  const form = useForm(begun)
  const notice = login.isIdle ? answerNotice(answer, describeLoginFailure) : undefined

  function submit({ email }: { email: string }) {
    const trimmed = email.trim()
    if (login.isPending) return
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed)) login.mutate(trimmed, { onError: refuse })
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
    <div
      id={formId}
      className={`w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10 ${isChecking && !answer ? 'animate-come-late' : ''}`}
    >
      <h1 className="text-heading">Innovation Interview Library</h1>
      <p className="mt-3 text-muted">
        Every recorded evening is yours to watch with the email you registered with. No password.
      </p>
      <PostedForm form={form} onValid={submit} className="mt-7 grid gap-5">
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
    </div>
  )
}
