import { formId } from '#client/forms/form-answer.ts'
import { HeroBackground } from '#client/page/hero-background.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { Container } from '#client/ui/section.tsx'
import { MembersBar } from '#features/library/public/library-states.tsx'
import type { FormAnswer } from '#kernel/pages.ts'

const LoginForm = noScriptFallback(async () => (await import('./login-form.tsx')).LoginForm)

type MemberLoginProps = {
  /** Whether the session is still being checked. Meanwhile, the card says so and can already be used. */
  isChecking: boolean
  /** Checks the session again; set only if the last check failed. */
  onAskAgain?: (() => void) | undefined
  answer: FormAnswer | undefined
}

/**
 * The login card of the library, over the hero picture. If the site is always light, the card is beside the picture,
 * and phones show no picture.
 */
export function MemberLogin({ isChecking, onAskAgain, answer }: MemberLoginProps) {
  const { texts, look } = useSite().site
  const isLight = look.scheme === 'light'
  return (
    <div className="on-stage flex min-h-dvh flex-col">
      <header>
        <MembersBar />
      </header>
      <main id="main" className="pool relative isolate flex grow items-center py-14">
        <HeroBackground
          priority={!isLight}
          className={isLight ? 'w-1/2! max-lg:hidden' : 'w-full! opacity-45 lg:opacity-80'}
        />
        <Container className="relative grid justify-items-center px-3! sm:px-gutter! lg:justify-items-start">
          {isChecking && (
            // Positioned absolutely, so that the card does not move when 'Checking access...' disappears.
            <output className="absolute bottom-full mb-3 flex items-center gap-3 text-lead">
              <span aria-hidden className="size-2.5 animate-breathe-late rounded-full bg-accent" />
              Checking access...
            </output>
          )}
          {onAskAgain && <NoAnswer onAskAgain={onAskAgain} />}
          <div
            id={formId}
            className={`w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10 ${isChecking && !answer ? 'animate-come-late' : ''}`}
          >
            <h1 className="text-heading">{texts.library.title}</h1>
            <p className="mt-3 text-muted">{texts.library.loginLead}</p>
            <LoginForm answer={answer} />
          </div>
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
      <p>We could not check whether you are logged in. Please check your connection.</p>
      <Button variant="quiet" className="-ml-5" onClick={onAskAgain}>
        Try again
      </Button>
    </div>
  )
}
