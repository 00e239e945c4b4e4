import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { useEventsChanged } from './change-status.ts'
import { eventTabPath } from './event-places.ts'
import { adminEvents } from './event-queries.ts'

type CopyEventButtonProps = {
  event: Pick<AdminEvent, 'id'>
  /** Id of the element that names the event, for lists of several. */
  describedBy?: string
  disabled?: boolean
}

/** Button that creates the next event of a monthly series as a draft and opens its editor. */
export function CopyEventButton({ event, describedBy, disabled = false }: CopyEventButtonProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const eventsChanged = useEventsChanged()
  const copying = useMutation({
    mutationFn: () => call('POST /api/admin/events/:id/copy', { params: { id: event.id } }),
    onSuccess(copy) {
      queryClient.setQueryData(adminEvents.queryKey, (rows: AdminEvent[] = []) => [...rows, copy])
      showToast({ title: 'Event Duplicated', description: `${copy.title}, a draft` })
      void eventsChanged()
      void navigate(eventTabPath(copy.id, 'details'), { state: { isCreated: true } })
    },
    onError: (error) =>
      showFailure(
        'Event Not Duplicated',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  return (
    <Button
      variant="secondary"
      className="px-4! text-small!"
      aria-describedby={describedBy}
      disabled={disabled}
      pending={copying.isPending}
      onClick={() => copying.mutate()}
    >
      <Copy aria-hidden size={15} />
      {copying.isPending ? 'Duplicating...' : 'Duplicate'}
    </Button>
  )
}
