import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { useHasRole } from '#client/admin/for-role.tsx'
import { call, pathOf } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { EventReminders as Reminders } from '#features/event-mails/contract.ts'
import { describeLeads } from '#kernel/reminder-times.ts'
import { ReminderFields } from './reminder-fields.tsx'
import { readRows, rowsOf } from './reminder-rows.ts'

/** Renders when an event's reminders are sent, and lets editors choose times of its own. */
export function EventReminders({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const mayEdit = useHasRole('editor')
  const reminders = queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/reminders'), eventId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/reminders', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
  const query = useQuery(reminders)
  const saving = useMutation({
    mutationFn: (minutes: number[] | null) =>
      call('PUT /api/admin/events/:id/reminders', { params: { id: eventId }, body: { minutes } }),
    onSuccess(saved) {
      queryClient.setQueryData(reminders.queryKey, saved)
      setIsEditing(false)
      showToast({ title: 'Reminders Saved', description: describe(saved) })
      void queryClient.invalidateQueries()
    },
  })
  const stored = query.data
  if (!stored) {
    return (
      <NotLoaded query={query} message="The reminder times could not be loaded." skeleton="h-12" />
    )
  }
  if (isEditing) {
    return (
      <RemindersForm
        stored={stored}
        isSaving={saving.isPending}
        problem={saving.error && explainSave(saving.error)}
        onSave={(minutes) => saving.mutate(minutes)}
        onClose={() => setIsEditing(false)}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-muted">{describe(stored)}</p>
      {mayEdit && (
        <div className="flex flex-wrap gap-2.5">
          {stored.isOwn && (
            <Button
              variant="secondary"
              className="px-4! text-small!"
              pending={saving.isPending}
              onClick={() => saving.mutate(null)}
            >
              Use default reminders
            </Button>
          )}
          <Button
            variant="secondary"
            className="px-4! text-small!"
            onClick={() => setIsEditing(true)}
          >
            Change reminders
          </Button>
        </div>
      )}
    </div>
  )
}

function describe({ minutes, isOwn }: Reminders) {
  const source = isOwn ? 'These times are only for this event.' : 'These are the event defaults.'
  return minutes.length === 0
    ? `No reminders. ${source}`
    : `Reminders ${describeLeads(minutes.map((one) => ({ minutes: one })))} before the start. ${source}`
}

type RemindersFormProps = {
  stored: Reminders
  isSaving: boolean
  problem: string | null
  onSave: (minutes: number[]) => void
  onClose: () => void
}

function RemindersForm({ stored, isSaving, problem, onSave, onClose }: RemindersFormProps) {
  const [rows, setRows] = useState(() => rowsOf(stored.minutes))
  const [error, setError] = useState<string>()
  function save(event: React.FormEvent) {
    event.preventDefault()
    const read = readRows(rows)
    if ('error' in read) setError(read.error)
    else onSave(read.minutes)
  }
  return (
    <form noValidate aria-label="Reminders" onSubmit={save} className="grid gap-4">
      <ReminderFields
        rows={rows}
        error={error}
        onChange={(next) => {
          setRows(next)
          setError(undefined)
        }}
      />
      <p className="text-small text-muted">
        If a new time has already passed, no reminder is sent for it. Sent reminders are not
        repeated.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={isSaving}>
          {isSaving ? 'Saving...' : 'Save reminders'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <p role="alert" className="text-small font-semibold text-danger">
          {problem ?? ''}
        </p>
      </div>
    </form>
  )
}
