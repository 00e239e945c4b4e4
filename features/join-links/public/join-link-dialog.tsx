import { call } from '#client/api/call.ts'
import { LinkRequestForm } from '#client/forms/link-request-form.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EventDateTime } from '#features/events/public/event-date-time.tsx'
import type { PublicEvent } from '#kernel/event-shapes.ts'

/** Dialog 'Send me my join link'. The reply is the same for all emails, and registrants receive the link by mail. */
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
          description="Enter the email you registered with."
          request={(email) => call('POST /api/join-link', { body: { email, eventId: event.id } })}
        />
      </div>
    </Dialog>
  )
}
