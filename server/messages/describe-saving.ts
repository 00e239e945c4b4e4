import type { BodyOf } from '#shared/contract/endpoint.ts'
import type { previewStatusChanges as contract } from '#shared/contract/event-checks.ts'
import { settleTimes } from '#shared/local-times.ts'
import { timesAfter } from '#server/events/change-event.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { nobodyRegistered } from './describe-concerned.ts'
import { describeUpcoming, type Situation } from './describe-moves.ts'
import { listApplicableNotifications } from './list-due-matters.ts'

/**
 * Who is told when these fields of an event are saved, in sentences: where they make its date known, as
 * opening registration does. None where the date is known already, or still is not. Specification, "Events".
 */
export function describeSaving(
  situation: Situation,
  changes: NonNullable<BodyOf<typeof contract>['changes']>,
): string[] {
  const { event, time } = situation
  const changed: EventRow = {
    ...event,
    ...settleTimes(timesAfter(event, changes), time.timeZone),
    dateConfirmed: changes.dateConfirmed ?? event.dateConfirmed,
  }
  const isTold = (row: EventRow) =>
    listApplicableNotifications(row, time).some(({ kind }) => kind === 'date_confirmed')
  if (isTold(event) || !isTold(changed)) return []
  const { awaitingDate, reminded } = situation
  const nobody = awaitingDate + reminded === 0 ? [nobodyRegistered(situation)] : []
  return [...nobody, ...describeUpcoming(changed, situation)]
}
