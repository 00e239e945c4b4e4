import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#app/api/call.ts'
import { authStatusKey, memberVideos } from '#app/api/queries.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { trackAccess } from '#app/api/track-access.ts'
import { showToast } from '#app/ui/toast-store.ts'

/**
 * Enters the library with an e-mail: sets the auth status to granted, then refreshes the videos and
 * notes the login. Specification, "Library".
 */
export function useMemberLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call('POST /api/video-access/login', { body: { email } }),
    async onSuccess({ videoAccess: { email }, isAdmin }) {
      storeEmail(email)
      // An answer that is still under way knows nothing of this login.
      await queryClient.cancelQueries({ queryKey: authStatusKey })
      const granted = { hasVideoAccess: true, isAdmin, userEmail: email }
      queryClient.setQueryData(authStatusKey, granted)
      showToast({
        title: 'Access Granted!',
        description: 'Welcome to the Innovation Interview Library.',
      })
      void queryClient.invalidateQueries({ queryKey: memberVideos.queryKey })
      void trackAccess({ email, accessType: 'login' })
    },
  })
}
