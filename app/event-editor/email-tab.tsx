import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { AnnouncementList } from '#features/announcements/admin/announcement-list.tsx'
import { EventFollowUps } from '#features/event-mails/admin/event-follow-ups.tsx'
import { EventReminders } from '#features/event-mails/admin/event-reminders.tsx'
import { PlannedMails } from '#features/event-mails/admin/planned-mails.tsx'
import { EventFeedback } from '#features/feedback/admin/event-feedback.tsx'
import { OutboxList } from '#features/mails/admin/outbox.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/** The tab with the event's planned automatic emails, announcements and sent emails. */
export function EmailTab({ event }: { event: AdminEvent }) {
  const sent = useRef<HTMLDivElement>(null)
  const isOver = event.status === 'completed'
  const newAnnouncement = `/admin/email/new?event=${event.id}&to=`
  return (
    <div className="grid grid-cols-1 gap-12">
      <Part title="Automatic emails">
        <div className="grid gap-5">
          {!isOver && <EventReminders eventId={event.id} />}
          <EventFollowUps eventId={event.id} />
          <EventFeedback eventId={event.id} />
          <PlannedMails
            event={event}
            none={
              isOver
                ? 'No more reminders for this event.'
                : 'No reminders planned yet. They need open registration, a confirmed date and a start time in the future.'
            }
          />
        </div>
      </Part>
      <Part
        title="Announcements"
        action={
          <ForRole needs="editor">
            <div className="flex flex-wrap gap-2.5">
              {!isOver && (
                <Link
                  to={`${newAnnouncement}updates`}
                  className={buttonStyle('secondary', 'medium', 'px-4! text-small!')}
                >
                  Invite subscribers
                </Link>
              )}
              <Link
                to={`${newAnnouncement}${isOver ? 'did_not_come' : 'registered'}`}
                className={buttonStyle('secondary', 'medium', 'px-4! text-small!')}
              >
                New announcement
              </Link>
            </div>
          </ForRole>
        }
      >
        <AnnouncementList eventId={event.id} />
      </Part>
      <div ref={sent} tabIndex={-1} className="outline-none">
        <Part title="Sent">
          <OutboxList ofEvent={event.id} onGone={() => sent.current?.focus()} />
        </Part>
      </div>
    </div>
  )
}

type PartProps = { title: string; action?: ReactNode; children: ReactNode }

function Part({ title, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-subheading">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
