import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdministratorRow } from '#shared/contract/administrators.ts'
import { call } from '#app/api/call.ts'
import { RemovalDialog } from '#app/screens/desk/parts/removal-dialog.tsx'
import { useAdminLogout } from '#app/screens/desk/parts/use-admin-logout.ts'
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
    <RemovalDialog
      title={isSelf ? 'Remove yourself?' : `Remove ${username}?`}
      label="Remove administrator"
      stay={isSelf ? 'Stay' : 'Keep them'}
      {...{ removal, onClose }}
    >
      {isSelf ? 'You are' : 'They are'} signed out everywhere at once, and cannot sign in to the
      desk any more. What {isSelf ? 'you' : 'they'} did stays, and stays in the log.
    </RemovalDialog>
  )
}
