import { useState } from 'react'
import { useSite } from '#client/page/use-site.ts'
import { nextMove } from '#features/events/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { EventMove, EventStatus } from '#kernel/values.ts'

export const statusNames: Record<EventStatus, string> = {
  pre_registration: 'Pre-registration',
  upcoming: 'Upcoming',
  completed: 'Completed',
}

/** For each status, the section of the public home page that lists the events with this status. */
export const statusPlaces: Record<EventStatus, string> = {
  pre_registration: 'Future Events',
  upcoming: 'Upcoming Events',
  completed: 'Previous Interviews',
}

type StatusChangeLabels = { button: string; title: string; pending: string; done: string }

/** Texts of each status change for button, dialog and toast. */
export const statusChangeLabels: Record<EventMove, StatusChangeLabels> = {
  publish: {
    button: 'Publish',
    title: 'Publish this event?',
    pending: 'Publishing...',
    done: 'Event Published',
  },
  unpublish: {
    button: 'Unpublish',
    title: 'Unpublish this event?',
    pending: 'Unpublishing...',
    done: 'Event Unpublished',
  },
  pre_registration: {
    button: 'Back to pre-registration',
    title: 'Move back to pre-registration?',
    pending: 'Moving...',
    done: 'Moved to Future Events',
  },
  upcoming: {
    button: 'Open registration',
    title: 'Open registration?',
    pending: 'Opening...',
    done: 'Registration Is Open',
  },
  completed: {
    button: 'Mark as completed',
    title: 'Mark as completed?',
    pending: 'Completing...',
    done: 'Event Completed',
  },
  cancel: {
    button: 'Cancel event',
    title: 'Cancel this event?',
    pending: 'Cancelling...',
    done: 'Event Cancelled',
  },
  restore: {
    button: 'Undo cancellation',
    title: 'Undo the cancellation?',
    pending: 'Restoring...',
    done: 'Event Restored',
  },
  delete: {
    button: 'Delete event',
    title: 'Delete this event?',
    pending: 'Deleting...',
    done: 'Event Deleted',
  },
}

/**
 * Returns the status change that usually comes next, such as completing an event that is over; undefined if there is
 * none.
 */
export function useNextStatusChange(event: AdminEvent): EventMove | undefined {
  const { zone } = useSite().site.display
  const [now] = useState(() => new Date())
  return nextMove({ ...event, status: event.storedStatus }, now, zone)
}
