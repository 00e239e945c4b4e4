import type { ReactNode } from 'react'
import type { CrewPage } from '#shared/contract/crew.ts'
import { crewRoleNames } from '#shared/crew.ts'
import { call } from '#app/api/call.ts'
import { describeLocally } from '#app/components/describe-locally.ts'
import { AddToCalendar } from '#app/components/forms/add-to-calendar.tsx'
import { MailLinkEvent } from '#app/components/letter-page.tsx'
import { QuestionBoard } from '#app/components/questions/question-board.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'
import { CrewShare } from './crew-share.tsx'
import { CrewRoom } from './crew-way.tsx'

type CrewAnswerProps = { token: string; page: CrewPage }

/** When and where, how many come, what they ask, and what to share; on paper, the questions alone. */
export function CrewAnswer({ token, page }: CrewAnswerProps) {
  const { title, when, event, registrations, crew } = page
  const { zone } = useSite().site.display
  return (
    <>
      <div className="grid w-full gap-5 print:hidden">
        <p>
          Hello <bdi>{page.name}</bdi>, everything about your evening is here. The link to this page
          is yours alone.
        </p>
        <div>
          <MailLinkEvent title={title} when={when} local={describeLocally(event, zone)} />
          {!event.isCancelled && <AddToCalendar event={event} />}
        </div>
        <CrewRoom token={token} page={page} />
      </div>
      <Part id="registrations" title="Registrations">
        <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure name="Registered" value={registrations.confirmed} />
          {registrations.preRegistered > 0 && (
            <Figure name="Wait for the date" value={registrations.preRegistered} />
          )}
          <Figure name="Have gone in" value={registrations.joined} />
        </dl>
      </Part>
      <section
        aria-labelledby="questions"
        className="w-full border-t border-line pt-6 print:border-0 print:pt-0"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
          <h2 id="questions" className="text-subheading">
            Questions
          </h2>
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        <QuestionBoard
          queryKey={['/api/crew/questions', token]}
          read={(signal) => call('POST /api/crew/questions', { body: { token }, signal })}
          mark={({ id, state }) =>
            call('PATCH /api/crew/questions/:id', { params: { id }, body: { token, state } })
          }
        />
      </section>
      {!event.isCancelled && (
        <Part id="share" title="Share the evening">
          <CrewShare event={event} when={when} />
        </Part>
      )}
      <Part id="crew" title="Who holds it">
        <ul className="mt-3 grid gap-1">
          {crew.map(({ name, role }, at) => (
            // Nobody is moved: whoever is added stands last.
            <li key={at} className="wrap-anywhere">
              <span className="text-muted">{crewRoleNames[role]}:</span> <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="w-full border-t border-line pt-6 print:hidden">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col-reverse rounded-md border border-line bg-surface p-4">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-display text-heading figures">{value.toLocaleString('en-GB')}</dd>
    </div>
  )
}
