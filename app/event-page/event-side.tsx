import { Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formId } from '#client/forms/form-answer.ts'
import { useTexts } from '#client/page/use-site.ts'
import { Button, PressButton } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { JoinButton, useJoinPath } from '#features/join-links/public/join-button.tsx'
import {
  QuestionsOfRegistrant,
  useIsRegistered,
} from '#features/questions/public/questions-of-registrant.tsx'
import { useMayEnter } from '#features/sign-in/public/session.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { writeWatchAddress } from '#kernel/slug.ts'

const EventForm = noScriptFallback(
  async () => (await import('#features/registrations/public/event-form.tsx')).EventForm,
)

/**
 * The form for the event's status: registration, pre-registration, or interest in future events. On small screens it
 * is above the transcript.
 */
export function EventSide({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  const joinPath = useJoinPath(event)
  const isRegistered = useIsRegistered(event)
  // Keep showing the form to a registrant who has begun to fill it in, sees its result, or registers another person.
  const [isUsed, setIsUsed] = useState(false)
  const showsForm = !isRegistered || isUsed || answer !== undefined
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 min-w-0 gap-8 px-gutter pt-12 sm:pt-section lg:sticky lg:top-0 lg:col-start-4 lg:row-span-2 lg:row-start-2 lg:self-start lg:px-0">
      {event.isCancelled && (
        <p className="rounded-md border border-danger p-5 text-lead">
          This event was cancelled. Everyone who was registered got an email.
        </p>
      )}
      {joinPath !== null && (
        // On smaller screens, the bar at the bottom of the page contains the join button.
        <div className="max-lg:hidden">
          <JoinButton path={joinPath} />
        </div>
      )}
      <QuestionsOfRegistrant event={event} />
      {event.status === 'completed' && !event.isCancelled && !event.isLive && (
        <WatchOffer event={event} />
      )}
      <section
        id={formId}
        onFocus={() => showsForm && setIsUsed(true)}
        className="scroll-mt-24 rounded-lg border border-line bg-raised px-5 py-7 shadow-lift sm:px-8 sm:py-9"
      >
        {showsForm ? (
          <EventForm event={event} answer={answer} />
        ) : (
          <Registered isOpen={joinPath !== null} onForAnother={() => setIsUsed(true)} />
        )}
      </section>
    </div>
  )
}

type RegisteredProps = { isOpen: boolean; onForAnother: () => void }

/** Shown to registrants in place of the registration form. */
function Registered({ isOpen, onForAnother }: RegisteredProps) {
  return (
    <>
      <h2 className="text-heading">You are registered</h2>
      {!isOpen && (
        <p className="mt-2 text-muted">
          The join button will appear here before the start. Your emails have the link, too.
        </p>
      )}
      <Button variant="quiet" className="mt-4 px-0!" onClick={onForAnother}>
        Register someone else
      </Button>
    </>
  )
}

const WatchInterviewDialog = lazyDialog(
  async () =>
    (await import('#features/registrations/public/watch-interview-dialog.tsx'))
      .WatchInterviewDialog,
)

/** The link to the recording, or a text that it will follow. Watching always requires an email. */
function WatchOffer({ event }: { event: EventPage }) {
  const { overText, watchText } = useTexts().event
  const navigate = useNavigate()
  const mayEnter = useMayEnter()
  const [isOpen, setIsOpen] = useState(false)
  const address = writeWatchAddress(event.id)
  if (!event.hasRecording) {
    return (
      <div>
        <p className="mb-4 text-lead">{overText}</p>
        <Button variant="secondary" size="large" className="w-full" disabled>
          Recording Processing
        </Button>
      </div>
    )
  }
  return (
    <div>
      <p className="mb-4 text-lead">{watchText}</p>
      <PressButton
        size="large"
        className="w-full"
        href={address}
        onPress={() => {
          if (mayEnter()) void navigate(address)
          else setIsOpen(true)
        }}
      >
        <Play aria-hidden size={18} />
        Watch Interview
      </PressButton>
      {isOpen && (
        <WatchInterviewDialog event={event} current={null} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}
