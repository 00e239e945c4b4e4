import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, otherReason, refusedWith, serverMessage } from '#client/api/call.ts'
import { describeDeviceProblem } from '#client/api/device-problem.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { eventChoice } from '#features/events/admin/event-queries.ts'
import { forgetJoinTokens } from '#features/join-links/public/stored-join-tokens.ts'
import { forgetTypedSettings } from '#features/settings/admin/typed-settings.ts'
import { proveSession } from '#features/sign-in/public/prove-session.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'

const onDashboard = {
  welcome: 'Welcome to the admin dashboard',
  refused: 'Invalid username or password',
}

/** Returns the mutation that signs an administrator in, and shows its result as toasts. */
export function useAdminLogin({ welcome, refused } = onDashboard) {
  const queryClient = useQueryClient()
  const queryKey = authStatusKey
  const [asksFactor, setAsksFactor] = useState(false)
  const login = useMutation({
    async mutationFn(body: { username: string; password: string; factor?: string }) {
      const { isAdmin, needsFactor } = await call('POST /api/admin/login', { body })
      const status = await proveSession((shown) => shown.isAdmin || Boolean(shown.needsFactor))
      return status ?? { userEmail: null, hasVideoAccess: isAdmin, isAdmin, needsFactor }
    },
    async onSuccess(status) {
      // Cancel a running status request: its response would say that the administrator is signed out.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, status)
      if (status.isAdmin) showToast({ title: 'Login Successful', description: welcome })
      // The cached list of events may be that of a visitor, without the events that only administrators see.
      void queryClient.invalidateQueries({ queryKey: eventChoice.queryKey })
    },
    onError(error) {
      // The password was correct. Ask for the two-factor code without showing an error.
      const isAsked = refusedWith(error, 'factor_required')
      if (isAsked && !asksFactor) return setAsksFactor(true)
      const problem = describeDeviceProblem(error)
      if (problem) return showToast(problem)
      const wrong = (isAsked ?? refusedWith(error, 'wrong_factor')) && serverMessage(error)
      showFailure('Login Failed', wrong ?? otherReason(error, { status: 401 }) ?? refused)
    },
  })
  return { ...login, asksFactor }
}

/** Returns the mutation that signs out, deletes all cached responses and shows the login form. */
export function useAdminLogout() {
  const queryClient = useQueryClient()
  const queryKey = authStatusKey
  return useMutation({
    mutationFn: () => call('POST /api/admin/logout', { body: {} }),
    async onSuccess() {
      forgetStoredEmail()
      forgetJoinTokens()
      forgetTypedSettings()
      await queryClient.cancelQueries()
      // Set the signed-out status before clearing the cache: the admin area then unmounts and refetches nothing.
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
      showFailure('Logout Failed', serverMessage(error) ?? 'Please try again.')
    },
  })
}

/** Third field of the login form, shown after the correct password. */
export const factorField = {
  label: 'Two-factor code',
  name: 'factor',
  description: 'Six digits from your authenticator app, or a recovery code.',
  required: true,
  autoFocus: true,
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
