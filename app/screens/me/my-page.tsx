import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#app/ui/card.tsx'
import { TakeAlong } from './take-along.tsx'
import type { Mine } from './my-queries.ts'
import { AccountRegistrations } from './my-seats.tsx'
import { AccountTopics } from './my-topics.tsx'

/** Seats, mails, interests, what was watched, and what is kept: one's own, to see and to change. */
export function AccountPage({ account, onErased }: { account: Mine; onErased: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What showed the address is gone, and the focus with it.
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
        {account.email}
      </p>
      {account.bounce && (
        <section
          aria-labelledby="my-bounce"
          className="mt-6 rounded-md border border-danger px-5 py-4 text-small"
        >
          <h2 id="my-bounce" className="text-subheading text-danger">
            Mails to you come back
          </h2>
          <p className="mt-2 wrap-anywhere">
            So we send none to this address. Your mail server said:{' '}
            <q>
              <bdi>{account.bounce.reason}</bdi>
            </q>
          </p>
          <p className="mt-2 text-muted">
            {account.bounce.isLasting
              ? 'Ask the organiser to correct your address, or register with another one.'
              : 'Once it works again, register for any event: we then write to you again.'}
          </p>
        </section>
      )}
      <Part id="seats" title="My seats">
        <AccountRegistrations registrations={account.registrations} />
      </Part>
      <Part id="mails" title="Mails I get">
        <AccountTopics topics={account.topics} />
      </Part>
      {account.interests.length > 0 && (
        <Part id="interests" title="What I asked to hear of">
          <Lines
            label="Interests"
            lines={account.interests.map(({ title }) => title ?? 'Future events')}
          />
        </Part>
      )}
      {account.watched.length > 0 && (
        <Part id="watched" title="What I watched">
          <Lines
            label="Watched"
            lines={account.watched.map(
              ({ title, watchedShare }) => `${title}, ${Math.round(watchedShare * 100)} %`,
            )}
          />
        </Part>
      )}
      <Part id="data" title="What is kept of me">
        <TakeAlong email={account.email} onErased={onErased} />
      </Part>
    </>
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
