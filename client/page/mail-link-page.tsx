import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CallError, serverMessage } from '#client/api/call.ts'
import { CookiesBlocked, cookiesNeeded } from '#client/api/device-problem.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Container } from '#client/ui/section.tsx'
import { HeroBackground } from './hero-background.tsx'
import { Brand } from './site-header.tsx'

type MailLinkPageProps = {
  title: string
  /** Whether the page is wider than usual, for content in several columns. */
  isWide?: boolean
  worksWithoutScripts?: boolean
  children: ReactNode
}

/**
 * A page that opens from a link in a mail: one card with one text and one button. When its title changes, the
 * heading receives the focus, so that screen readers announce it.
 */
export function MailLinkPage({
  title,
  isWide = false,
  worksWithoutScripts = false,
  children,
}: MailLinkPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className="on-stage pool relative isolate flex min-h-dvh flex-col">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <HeroBackground className="w-full! opacity-45 lg:opacity-70 print:hidden" />
      <header className="border-b border-line bg-canvas print:hidden">
        <Container className="py-2">
          <Brand />
        </Container>
      </header>
      <main id="main" className="flex grow items-center py-10 short:items-start">
        <Container className="grid justify-items-center px-3! sm:px-gutter! lg:justify-items-start">
          <div
            className={`w-full ${isWide ? 'max-w-3xl' : 'max-w-xl'} rounded-lg border border-t-4 border-line border-t-accent-edge bg-raised px-5 py-8 shadow-float sm:px-10 sm:py-11 print:max-w-none print:border-0 print:p-0 print:shadow-none`}
          >
            <h1
              ref={heading}
              tabIndex={-1}
              dir="auto"
              className="text-heading wrap-anywhere outline-none"
            >
              {title}
            </h1>
            <div className="mt-5 grid justify-items-start gap-5">{children}</div>
            {!worksWithoutScripts && (
              <noscript>
                <p className="mt-6 font-semibold">Please enable JavaScript to use this link.</p>
              </noscript>
            )}
          </div>
        </Container>
      </main>
    </div>
  )
}

/** The text while a page loads its content; without scripts, a button that posts a form to show the content. */
export function ShowWithoutScripts({ label }: { label: string }) {
  return (
    <>
      <p className="noscript:hidden">One moment, please...</p>
      <noscript>
        <form method="post">
          <Button type="submit" size="large">
            {label}
          </Button>
        </form>
      </noscript>
    </>
  )
}

type MailLinkEventProps = {
  title: string
  when: string | null
  /** The event's time in the visitor's time zone, if it differs from `when`. */
  local?: string
}

/** A box with title and time of the event that a mail's link is about. */
export function MailLinkEvent({ title, when, local }: MailLinkEventProps) {
  return (
    <div className="w-full rounded-md border border-line bg-surface p-4 sm:p-5">
      <p dir="auto" className="font-display text-subheading font-semibold wrap-anywhere">
        {title}
      </p>
      {when && (
        <p className="mt-2 text-small font-semibold text-balance text-glow figures">{when}</p>
      )}
      {local && <p className="mt-1 text-small text-muted figures">Your time: {local}</p>}
    </div>
  )
}

type LinkFailureProps = {
  error: unknown
  /** The link shown if the server rejects the mail's link. Default: to the front page. */
  elsewhere?: { label: string; href: string }
  onTryAgain?: () => void
}

const frontPage = { label: 'Go to home page', href: '/' }

/** Explains why a link in a mail failed, with a retry button unless the server rejected the link itself. */
export function LinkFailure({ error, elsewhere = frontPage, onTryAgain }: LinkFailureProps) {
  return (
    <>
      <p>{explainLinkFailure(error)}</p>
      {isLinkRefused(error) ? (
        <ButtonLink size="large" href={elsewhere.href}>
          {elsewhere.label}
        </ButtonLink>
      ) : (
        <Button size="large" onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </>
  )
}

/** The error message of a failed action on a page that a mail's link opens; null without an error. */
export function LinkProblem({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p role="alert" className="text-danger">
      {explainLinkFailure(error)}
    </p>
  )
}

/** Returns the message for a failed call on a page that a mail's link opens. */
export function explainLinkFailure(error: unknown): string {
  if (error instanceof CookiesBlocked) return cookiesNeeded
  const message = serverMessage(error)
  if (message !== undefined) return message
  return error instanceof CallError
    ? 'Something went wrong. Please try again.'
    : 'The site cannot be reached. Please check your connection and try again.'
}

/** Returns whether the server rejected a mail's link itself, so that a retry cannot help. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof CallError && [400, 404, 409, 410].includes(error.status)
}

/**
 * The confirmation that a link was sent by mail. Replaces the form that requested the link, and receives the
 * focus.
 */
export function LinkOnItsWay({ children }: { children: ReactNode }) {
  const text = useRef<HTMLOutputElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <output
      ref={text}
      tabIndex={-1}
      className="flex items-start gap-3 rounded-md border border-line bg-surface p-4 text-left text-base text-ink"
    >
      <MailCheck aria-hidden size={22} className="mt-0.5 shrink-0 text-glow" />
      <span>{children}</span>
    </output>
  )
}
