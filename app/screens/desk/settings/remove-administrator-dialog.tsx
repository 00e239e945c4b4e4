import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdministratorRow } from '#shared/contract/administrators.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { useAdminLogout } from '#app/screens/desk/parts/use-admin-logout.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { administrators } from './settings-queries.ts'

type RemoveAdministratorDialogProps = { row: AdministratorRow; onClose: () => void }

/** Asks before somebody is shut out, oneself included. */
export function RemoveAdministratorDialog({ row, onClose }: RemoveAdministratorDialogProps) {
  const { id, username, isSelf } = row
  const queryClient = useQueryClient()
  const logout = useAdminLogout()
  const removal = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/administrators/:administratorId', {
        params: { administratorId: id },
      }),
    onSuccess() {
      onClose()
      if (isSelf) {
        logout.mutate()
        return
      }
      showToast({ title: 'Administrator Removed', description: `${username} is signed out.` })
      // The button that was pressed is gone with its line, and the dialog by then.
      setTimeout(() => document.getElementById('administrators-heading')?.focus())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: administrators.queryKey }),
  })
  return (
    <Dialog title={isSelf ? 'Remove yourself?' : `Remove ${username}?`} onClose={onClose}>
      <p className="mt-5">
        {isSelf ? 'You are' : 'They are'} signed out everywhere at once, and cannot sign in to the
        desk any more. What {isSelf ? 'you' : 'they'} did stays, and stays in the log.
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
          {removal.isPending ? 'Removing...' : 'Remove administrator'}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          {isSelf ? 'Stay' : 'Keep them'}
        </Button>
      </div>
    </Dialog>
  )
}
