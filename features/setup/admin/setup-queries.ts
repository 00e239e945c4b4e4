import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#client/api/call.ts'
import type { SetupMark } from '#kernel/values.ts'

export const setupState = read('GET /api/admin/setup')

/** Returns the mutation that marks the setup guide as opened or dismissed, or a step as skipped. */
export function useSetupMark() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { mark: SetupMark; isSet: boolean }) =>
      call('PUT /api/admin/setup', { body }),
    onSuccess: (setup) => queryClient.setQueryData(setupState.queryKey, setup),
  })
}
