import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import type { MetaArgs } from 'react-router'
import { call, CallError } from '#client/api/call.ts'
import { explainLinkFailure } from '#client/page/mail-link-page.tsx'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { siteOfMatches, useSite } from '#client/page/use-site.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Container } from '#client/ui/section.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { AccountSeries } from '#features/series-registrations/public/account-series.tsx'
import { SignInForm } from '#features/sign-in/public/sign-in-form.tsx'
import { AccountExport } from './account-export.tsx'
import { accountQuery, type OwnAccount } from './account-query.ts'
import { AccountRegistrations } from './account-registrations.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { AccountTopics } from './account-topics.tsx'
import { AccountWaitlist } from './account-waitlist.tsx'

export function meta({ matches }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  return [
    { title: name === undefined ? 'My page' : `My page | ${name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The page `/me`, which shows a person their own data. The browser's session must be verified by mail. */
export default function AccountPage() {
  const { data, error, isFetching, refetch } = useQuery(accountQuery)
  const [isErased, setIsErased] = useState(false)
  const isStranger = error instanceof CallError && error.status === 401
  return (
    <>
      <SiteHeader />
      <main id="main" className="py-10 sm:py-14">
        <Container>
          <div className="mx-auto max-w-3xl">
            {isErased ? (
              <Erased />
            ) : (
              <>
                {isStranger && <SignInForm onSignedIn={refetch} />}
                {!isStranger && data && (
                  <AccountSections account={data} onErased={() => setIsErased(true)} />
                )}
                {!data && !isStranger && (
                  <>
                    <h1 className="text-title">My page</h1>
                    {error && !isFetching ? (
                      <div role="alert" className="mt-6 grid justify-items-start gap-4">
                        <p>{explainLinkFailure(error)}</p>
                        <Button onClick={() => void refetch()}>Try again</Button>
                      </div>
                    ) : (
                      <Skeleton className="mt-6 h-56" />
                    )}
                    <noscript>
                      <p className="mt-6">Please enable JavaScript to use this page.</p>
                    </noscript>
                  </>
                )}
              </>
            )}
          </div>
        </Container>
      </main>
      <SiteFooter />
    </>
  )
}

function Erased() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-title outline-none">
        Your data is deleted
      </h1>
      <p className="max-w-reading">
        We keep only a record of the deletion, without your name or email.
      </p>
      <ButtonLink href="/">Go to home page</ButtonLink>
    </div>
  )
}

/** Renders the person's registrations, mail topics, interests, watch history and stored data. */
function AccountSections({ account, onErased }: { account: OwnAccount; onErased: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const queryClient = useQueryClient()
  const { wholeSeries } = useSite().site.series
  // Move the focus to the heading if the sign-in form that had it was removed.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
        My page
      </h1>
      <p className="mt-2 wrap-anywhere text-muted">
        {account.firstName && (
          <>
            <bdi>{`${account.firstName} ${account.lastName}`.trim()}</bdi>,{' '}
          </>
        )}
        <span>{account.email}</span>
      </p>
      {account.bounce && (
        <section
          aria-labelledby="my-bounce"
          className="mt-6 rounded-md border border-danger px-5 py-4 text-small"
        >
          <h2 id="my-bounce" className="text-subheading text-danger">
            Our emails to you bounce
          </h2>
          <p className="mt-2 wrap-anywhere">
            We no longer send emails to this address. <bdi>{account.bounce.reason}</bdi>
          </p>
          <p className="mt-2 text-muted">
            {account.bounce.isLasting
              ? 'Ask the organiser to correct your email, or register with another one.'
              : 'Once it works again, register for any event to get our emails again.'}
          </p>
        </section>
      )}
      <Part id="seats" title="My registrations">
        <AccountRegistrations registrations={account.registrations} />
      </Part>
      {account.waitlist.length > 0 && (
        <Part id="waitlist" title="My waiting lists">
          <AccountWaitlist places={account.waitlist} />
        </Part>
      )}
      {(wholeSeries || account.seriesRegistration !== 'none') && (
        <Part id="every-event" title="Automatic registration">
          <AccountSeries
            state={account.seriesRegistration}
            onChanged={() => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })}
          />
        </Part>
      )}
      <Part id="mails" title="Email preferences">
        <AccountTopics topics={account.topics} />
      </Part>
      {account.interests.length > 0 && (
        <Part id="interests" title="My interests">
          <Lines
            label="Interests"
            lines={account.interests.map(({ title }) => title ?? 'Future events')}
          />
          <EndInterest />
        </Part>
      )}
      {account.watched.length > 0 && (
        <Part id="watched" title="Watch history">
          <Lines
            label="Watched"
            lines={account.watched.map(
              ({ title, watchedShare }) => `${title}, ${Math.round(watchedShare * 100)} %`,
            )}
          />
        </Part>
      )}
      <Part id="sessions" title="Signed-in browsers">
        <AccountSessions />
      </Part>
      <Part id="data" title="My data">
        <AccountExport email={account.email} onErased={onErased} />
      </Part>
    </>
  )
}

/** Renders the button with which a person stops mails about newly opened registrations. */
function EndInterest() {
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => call('DELETE /api/me/interests'),
    async onSuccess() {
      showToast({ title: 'Emails about future events stopped' })
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
    onError: (error) => showFailure('Not changed', explainLinkFailure(error)),
  })
  return (
    <Button
      variant="secondary"
      className="mt-4"
      pending={ending.isPending}
      onClick={() => ending.mutate()}
    >
      Stop emails about future events
    </Button>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`my-${id}`} className="mt-10">
      <h2 id={`my-${id}`} className="mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <Card>
      <ul aria-label={label}>
        {lines.map((line) => (
          <li
            key={line}
            className="border-t border-line px-5 py-3.5 wrap-anywhere first:border-t-0"
          >
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  )
}
