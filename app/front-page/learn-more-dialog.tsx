import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EventDateTime, EventSpeaker } from '#features/events/public/event-date-time.tsx'
import type { PublicEvent } from '#kernel/event-shapes.ts'

type LearnMoreDialogProps = { event: PublicEvent; onRegister: () => void; onClose: () => void }

/** Title, speaker and full description of an event. */
export function LearnMoreDialog({ event, onRegister, onClose }: LearnMoreDialogProps) {
  return (
    <Dialog title={event.title} description={<EventSpeaker event={event} />} onClose={onClose}>
      <EventDateTime event={event} className="mt-5" />
      <p className="mt-5 whitespace-pre-line">{event.description}</p>
      <Button size="large" className="mt-8 w-full" onClick={onRegister}>
        Register for This Event
      </Button>
    </Dialog>
  )
}
