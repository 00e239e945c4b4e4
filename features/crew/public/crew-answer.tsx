import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#client/api/call.ts'
import { MailLinkEvent, LinkProblem } from '#client/page/mail-link-page.tsx'
import { useSite, useTexts } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import type { CrewPage } from '#features/crew/contract.ts'
import { crewRoleNames } from '#features/crew/rules.ts'
import { AddToCalendar } from '#features/events/public/add-to-calendar.tsx'
import { describeLocally, describeOpening } from '#features/events/public/visitor-time.ts'
import { QuestionBoard } from '#features/questions/public/question-board.tsx'
import { CrewShare } from './crew-share.tsx'
import { GuestRecording } from './guest-recording.tsx'

/**
 * The content of a crew member's page: date, meeting room, number of registrants, their questions, and texts to
 * share. In print, only the questions.
 */
export function CrewAnswer({ token, page }: { token: string; page: CrewPage }) {
  const { title, when, event, registrations, crew } = page
  const { zone } = useSite().site.display
  const { lead, shareTitle } = useTexts().crew
  return (
    <>
      <div className="grid w-full gap-5 print:hidden">
        <p>
          Hello <bdi>{page.name}</bdi>. {lead}
        </p>
        <div>
          <MailLinkEvent title={title} when={when} local={describeLocally(event, zone)} />
          {!event.isCancelled && <AddToCalendar event={event} />}
        </div>
        <CrewRoom token={token} page={page} />
      </div>
      {page.role === 'guest' && page.doors === 'over' && <GuestRecording token={token} />}
      <Part id="registrations" title="Registrations">
        <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure name="Registered" value={registrations.confirmed} />
          {registrations.preRegistered > 0 && (
            <Figure name="Pre-registered" value={registrations.preRegistered} />
          )}
          <Figure name="Joined" value={registrations.joined} />
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
        <Part id="share" title={shareTitle}>
          <CrewShare page={page} />
        </Part>
      )}
      <Part id="crew" title="Crew">
        <ul className="mt-3 grid gap-1">
          {crew.map(({ name, role }, at) => (
            // Indexes are stable keys here, because new members are appended.
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

type CrewRoomProps = { token: string; page: CrewPage }

/** The name of the meeting room and, once it is open to the crew, the button to join. */
function CrewRoom({ token, page: { room, doors, opensAt, role } }: CrewRoomProps) {
  const { display } = useSite().site
  const opener = useMutation({
    mutationFn: () => call('POST /api/crew/way-in', { body: { token } }),
  })

  /** Opens a tab during the click itself, because browsers block later ones as pop-ups. This page stays open. */
  function goIn() {
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    opener.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.replace(url),
      onError: () => tab?.close(),
    })
  }

  if (doors === 'cancelled') return <p>This event was cancelled.</p>
  if (doors === 'over') return <p>This event has ended. Thank you!</p>
  const opening = opensAt && describeOpening(opensAt, display)
  const isZoom = room?.startsWith('Zoom ') ?? false
  return (
    <section aria-label="Where" className="grid justify-items-start gap-3">
      <p>
        {room === null ? (
          'The meeting room is not set up yet. The organiser will add it.'
        ) : (
          <>
            <span className="text-muted">Where:</span>{' '}
            <span className="font-semibold wrap-anywhere">{room}</span>
          </>
        )}
      </p>
      {doors === 'early' && (
        <p>
          {opening
            ? `You can join from ${opening}, an hour before the start. The button will appear here.`
            : 'You can join from an hour before the start. The time is not set yet.'}
        </p>
      )}
      {doors === 'open' && room !== null && (
        <Button size="large" pending={opener.isPending} onClick={goIn}>
          {isZoom && role !== 'guest' ? 'Join as host' : 'Join now'}
        </Button>
      )}
      <div aria-live="polite">
        <LinkProblem error={opener.error} />
      </div>
    </section>
  )
}
