import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, otherReason } from '#app/api/call.ts'
import { eventChoice } from '#app/api/admin-queries.ts'
import { authStatusKey } from '#app/api/queries.ts'
import { showToast } from '#app/ui/toast-store.ts'

const onDashboard = {
  welcome: 'Welcome to the admin dashboard',
  refused: 'Invalid username or password',
}

/** The administrators' login, with the toasts of its page. Specification, "Admin area". */
export function useAdminLogin({ welcome, refused } = onDashboard) {
  const queryClient = useQueryClient()
  const queryKey = authStatusKey
  return useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      call('POST /api/admin/login', { body }),
    async onSuccess() {
      // An answer that is still under way knows nothing of this login.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (before) => ({
        userEmail: before?.userEmail ?? null,
        hasVideoAccess: true,
        isAdmin: true,
      }))
      showToast({ title: 'Login Successful', description: welcome })
      void queryClient.invalidateQueries({ queryKey })
      // It may have been read by a visitor, and would not offer the events that only the admin area sees.
      void queryClient.invalidateQueries({ queryKey: eventChoice.queryKey })
    },
    onError(error) {
      showToast({
        title: 'Login Failed',
        description: otherReason(error, { status: 401 }) ?? refused,
        variant: 'destructive',
      })
    },
  })
}
