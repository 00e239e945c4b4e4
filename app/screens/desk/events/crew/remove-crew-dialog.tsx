import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrewMember } from '#shared/contract/crew.ts'
import { call } from '#app/api/call.ts'
import { RemovalDialog } from '#app/screens/desk/parts/removal-dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'

type RemoveCrewDialogProps = { member: CrewMember; onClose: () => void }

/** Asks before somebody's link dies. */
export function RemoveCrewDialog({ member, onClose }: RemoveCrewDialogProps) {
  const { id, eventId, name } = member
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/crew/:id', { params: { id } }),
    onSuccess() {
      onClose()
      showToast({ title: 'Removed from the Crew', description: `The link of ${name} is dead.` })
      // The button that was pressed is gone with its line, and the dialog by then.
      setTimeout(() => document.getElementById('crew-heading')?.focus())
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['/api/admin/events', eventId, 'crew'] }),
  })
  return (
    <RemovalDialog
      title={`Remove ${name}?`}
      label="Remove from the crew"
      stay="Keep them"
      {...{ removal, onClose }}
    >
      Their link is dead at once, and they hear nothing more of this event. They are not told: what
      stands in their calendar stays there.
    </RemovalDialog>
  )
}
