import { useMutation, useQuery } from '@tanstack/react-query'
import { DoorOpen, MessageCircleQuestion, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { call, serverMessage } from '#client/api/call.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { showFailure } from '#client/ui/toast-store.ts'
import { eventPartPath, eventTabPath } from '#features/events/admin/event-places.ts'
import { webinarSeatSetup } from '#features/events/admin/event-queries.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'

type EventDayWaysProps = { event: AdminEvent; openQuestions: number; titleId: string }

const compact = 'px-4! text-small!'

/** Renders links for the day of an event: to the meeting room, the questions and the event's page. */
export function EventDayLinks({ event, openQuestions, titleId }: EventDayWaysProps) {
  const setup = useQuery(webinarSeatSetup).data
  const isZoom = event.webinarId !== null && setup?.isConfigured === true
  // Opening a Zoom webinar needs the credentials of Zoom. Hide the button until it is known whether they are
  // configured.
  const hasRoom = event.roomUrl !== null || isZoom
  const isKnown = hasRoom || event.webinarId === null || setup !== undefined
  const asked = openQuestions.toLocaleString('en-GB')
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      <ForRole needs="editor">
        {hasRoom && <RoomButton eventId={event.id} isZoom={isZoom} titleId={titleId} />}
        {!hasRoom && isKnown && (
          <Link
            to={eventPartPath(event.id, 'roomUrl')}
            aria-describedby={titleId}
            className={buttonStyle('danger', 'medium', compact)}
          >
            Add meeting link
          </Link>
        )}
      </ForRole>
      <Link
        to={eventTabPath(event.id, 'questions')}
        aria-describedby={titleId}
        className={buttonStyle('secondary', 'medium', compact)}
      >
        <MessageCircleQuestion aria-hidden size={16} />
        {openQuestions === 0 ? 'Questions' : `Questions, ${asked} open`}
      </Link>
      <ForRole needs="editor">
        <Link
          to={eventTabPath(event.id, 'details')}
          aria-describedby={titleId}
          className={buttonStyle('secondary', 'medium', compact)}
        >
          <Pencil aria-hidden size={15} />
          Edit
        </Link>
      </ForRole>
    </div>
  )
}

type RoomButtonProps = { eventId: number; isZoom: boolean; titleId: string }

/**
 * Renders the button that opens the meeting room. Each press requests a new host link from Zoom and stores it
 * nowhere, because such a link expires after two hours.
 */
function RoomButton({ eventId, isZoom, titleId }: RoomButtonProps) {
  const opener = useMutation({
    mutationFn: () => call('POST /api/admin/events/:id/way-in', { params: { id: eventId } }),
    onError: (error) =>
      showFailure(
        'Room Not Opened',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
  })

  /** Open the new tab during the press, before the link arrives; later, browsers would block it as a pop-up. */
  function goIn() {
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    opener.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.replace(url),
      onError: () => tab?.close(),
    })
  }

  return (
    <Button
      className={compact}
      pending={opener.isPending}
      aria-describedby={titleId}
      onClick={goIn}
    >
      <DoorOpen aria-hidden size={17} />
      {isZoom ? 'Open room as host' : 'Open the room'}
    </Button>
  )
}
