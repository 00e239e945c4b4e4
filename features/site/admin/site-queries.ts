import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#client/api/call.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { getSiteContent } from '#features/site/contract.ts'
import type { SiteBase } from './site-draft.ts'

export const siteContent = read('GET /api/admin/site')
export const siteVersions = read('GET /api/admin/site/versions')

export type SiteState = ReplyOf<typeof getSiteContent>

export function usePublish(onPublished: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { version: number; note: string }) =>
      call('POST /api/admin/site/publish', { body }),
    async onSuccess() {
      await Promise.all(
        [siteContent, siteVersions].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      onPublished()
    },
  })
}

/**
 * Returns the mutation that replaces the draft by the published version `id`, and then fetches the new draft. `version`
 * is the number of the draft that the administrator sees; the server refuses the call if another one is stored.
 */
export function useRestore(onRestored: (base: SiteBase) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ id, version }: { id: number; version: number }) {
      const body = { version }
      await call('POST /api/admin/site/versions/:id/restore', { params: { id }, body })
      return queryClient.fetchQuery({ ...siteContent, staleTime: 0 })
    },
    onSuccess: onRestored,
  })
}
