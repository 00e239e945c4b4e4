import { dueSteps, nextStep } from '#features/events/rules.ts'
import type { AdminEvent, ChecklistStep, ListedEvent } from '#kernel/event-shapes.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { readChecklistFacts } from './checklist-facts.ts'
import { listChecklistSteps } from './checklist-steps.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

type Context = TimeContext & { isZoomConnected: boolean }

/** Returns the checklist of an event. Throws 404 for an unknown event. */
export async function getEventChecklist(
  db: Db,
  id: number,
  { isZoomConnected, ...time }: Context,
): Promise<ChecklistStep[]> {
  const [facts] = await readChecklistFacts(db, { id, isZoomConnected }, time.now)
  if (!facts) throw unknownEvent(id)
  return listChecklistSteps(facts, time)
}

/** Adds the next step of its checklist to each event of the administrators' list, with one query for all events. */
export async function addNextSteps(
  db: Db,
  events: AdminEvent[],
  { isZoomConnected, ...time }: Context,
): Promise<ListedEvent[]> {
  const facts = await readChecklistFacts(db, { isZoomConnected }, time.now)
  const steps = new Map(
    facts.map((known) => [known.event.id, nextStep(listChecklistSteps(known, time))]),
  )
  return events.map((event) => ({ ...event, nextStep: steps.get(event.id) ?? null }))
}

/** Milliseconds after an event's end in which its open steps are listed. */
const openStepsMs = 31 * 24 * 60 * 60_000

/** Returns the events that have checklist steps that are due, late or failed. Omits samples, and events that ended long ago. */
export async function listDueSteps(
  db: Db,
  { isZoomConnected, ...time }: Context,
): Promise<{ event: EventRow; steps: ChecklistStep[] }[]> {
  const facts = await readChecklistFacts(db, { isZoomConnected }, time.now)
  return facts
    .filter(({ event: { isSample, endsAt } }) => {
      const isRecent = !endsAt || time.now.getTime() - endsAt.getTime() < openStepsMs
      return !isSample && isRecent
    })
    .map((known) => ({ event: known.event, steps: dueSteps(listChecklistSteps(known, time)) }))
    .filter(({ steps }) => steps.length > 0)
}
