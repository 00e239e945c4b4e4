import type { PublicEvent } from '#shared/contract/events.ts'
import { call } from '#app/api/call.ts'
import { EventDateTime } from '#app/components/event-moment.tsx'
import { LinkRequestForm } from '#app/components/forms/link-request-form.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** 'Send me my join link': the same answer for everyone, the link by mail. */
export function JoinLinkDialog({ event, onClose }: { event: PublicEvent; onClose: () => void }) {
  return (
    <Dialog
      title="Send me my join link"
      size="narrow"
      description={
        <>
          <p className="font-semibold wrap-anywhere text-ink">{event.title}</p>
          <EventDateTime event={event} className="mt-2" />
        </>
      }
      onClose={onClose}
    >
      <div className="mt-6">
        <LinkRequestForm
          label="Send me my join link"
          description="The address you registered with. Your own link goes to it by mail."
          request={(email) => call('POST /api/join-link', { body: { email, eventId: event.id } })}
        />
      </div>
    </Dialog>
  )
}
