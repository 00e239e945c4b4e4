import { Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formId } from '#client/forms/form-answer.ts'
import { useTexts } from '#client/page/use-site.ts'
import { Button, PressButton } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { JoinButton } from '#features/join-links/public/join-button.tsx'
import { QuestionsOfRegistrant } from '#features/questions/public/questions-of-registrant.tsx'
import { useMayEnter } from '#features/sign-in/public/session.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { writeWatchAddress } from '#kernel/slug.ts'

const EventForm = noScriptFallback(
  async () => (await import('#features/registrations/public/event-form.tsx')).EventForm,
)

/** The form that fits the event's state. On small screens it is above the transcript. */
export function EventSide({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  return (
    <div className="grid min-w-0 gap-8 self-start lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {event.isCancelled && (
        <p className="rounded-md border border-danger p-5 text-lead">
          This interview will not take place. Whoever had a seat has been written to.
        </p>
      )}
      <JoinButton event={event} />
      <QuestionsOfRegistrant event={event} />
      {event.status === 'completed' && !event.isCancelled && !event.isLive && (
        <WatchOffer event={event} />
      )}
      <section
        id={formId}
        className="scroll-mt-24 rounded-lg border border-line bg-raised px-5 py-7 shadow-lift sm:px-8 sm:py-9"
      >
        <EventForm event={event} answer={answer} />
      </section>
    </div>
  )
}

const WatchInterviewDialog = lazyDialog(
  async () =>
    (await import('#features/registrations/public/watch-interview-dialog.tsx'))
      .WatchInterviewDialog,
)

/** The link to the recording, or an announcement of it. Watching always requires an email. */
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
