import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrewMember } from '#shared/contract/crew.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
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
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <p className="mt-5">
        Their link is dead at once, and they hear nothing more of this event. They are not told:
        what stands in their calendar stays there.
      </p>
      <div aria-live="polite">
        {removal.error && (
          <p role="alert" className="mt-5 font-semibold text-danger">
            {serverMessage(removal.error) ?? 'Please check your connection and try again.'}
          </p>
        )}
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="danger" pending={removal.isPending} onClick={() => removal.mutate()}>
          {removal.isPending ? 'Removing...' : 'Remove from the crew'}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Keep them
        </Button>
      </div>
    </Dialog>
  )
}
