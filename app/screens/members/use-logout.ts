import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call, serverMessage } from '#app/api/call.ts'
import { authStatusKey } from '#app/api/queries.ts'
import { forgetStoredEmail } from '#app/api/stored-email.ts'
import { forgetJoinTokens } from '#app/api/stored-join-tokens.ts'
import { forgetTyped } from '#app/api/typed-before.ts'
import { showToast } from '#app/ui/toast-store.ts'

/**
 * Ends the session, forgets the stored e-mail so that it holds, and leads to the front page.
 * `beforehand` runs while there still is a session. Specification, "Library".
 */
export function useLogout(beforehand: () => Promise<void>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const hasLeft = useRef(false)

  // Not before the library is gone from the page: while it stands it would ask for its lists again.
  useEffect(
    () => () => {
      if (hasLeft.current) queryClient.removeQueries(personal)
    },
    [queryClient],
  )
  return useMutation({
    async mutationFn() {
      await beforehand()
      return call('POST /api/admin/logout')
    },
    async onSuccess() {
      hasLeft.current = true
      forgetStoredEmail()
      forgetTyped()
      forgetJoinTokens()
      showToast({ title: 'Logged Out', description: 'You have been successfully logged out.' })
      await navigate('/')
      queryClient.removeQueries({ ...personal, type: 'inactive' })
      await queryClient.invalidateQueries({ queryKey: authStatusKey })
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

const personal: QueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/members/'),
}
