import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverMessage } from '#app/api/call.ts'
import { authStatusKey } from '#app/api/queries.ts'
import { forgetStoredEmail } from '#app/api/stored-email.ts'
import { forgetJoinTokens } from '#app/api/stored-join-tokens.ts'
import { showToast } from '#app/ui/toast-store.ts'

/** Back to the login form, with nothing left of what was read. Specification, "Admin area". */
export function useAdminLogout() {
  const queryClient = useQueryClient()
  const queryKey = authStatusKey
  return useMutation({
    mutationFn: () => call('POST /api/admin/logout', { body: {} }),
    async onSuccess() {
      forgetStoredEmail()
      forgetJoinTokens()
      await queryClient.cancelQueries()
      // First the status: the admin area is gone before its data are, and asks for none of it again.
      queryClient.setQueryData(queryKey, {
        hasVideoAccess: false,
        isAdmin: false,
        userEmail: null,
      })
      queryClient.removeQueries({ predicate: ({ queryKey: key }) => key[0] !== queryKey[0] })
      showToast({
        title: 'Logged Out',
        description: 'You have been logged out successfully',
      })
    },
    onError(error) {
      showToast({
        title: 'Not Logged Out',
        description: serverMessage(error) ?? 'Please try again.',
        variant: 'destructive',
      })
    },
  })
}
