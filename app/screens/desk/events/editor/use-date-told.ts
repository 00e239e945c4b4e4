import { useMutation } from '@tanstack/react-query'
import type { AdminEvent } from '#shared/contract/events.ts'
import { call } from '#app/api/call.ts'
import { changedFields, type EventDraft } from './event-draft.ts'

type Asked = { draft: EventDraft; before: EventDraft; base: AdminEvent | undefined }

/** What is about to be saved of a date that people may be told by it; nothing where they cannot be. */
function dateChanges({ draft, before, base }: Asked, timeZone: string) {
  if (!base || !draft.dateConfirmed) return undefined
  const { dateConfirmed, eventDate, eventTime, eventEndTime } = changedFields(
    before,
    draft,
    timeZone,
  )
  const changes = { dateConfirmed, eventDate, eventTime, eventEndTime }
  return Object.values(changes).some((value) => value !== undefined) ? changes : undefined
}

/** Asks, before the form is saved, who is told of its date by that. Specification, "Events". */
export function useDateTold(timeZone: string) {
  return useMutation({
    async mutationFn(asked: Asked) {
      const changes = dateChanges(asked, timeZone)
      if (!asked.base || !changes) return []
      const params = { id: asked.base.id }
      const body = { changes }
      return (await call('POST /api/admin/events/:id/consequences', { params, body })).saving
    },
  })
}
