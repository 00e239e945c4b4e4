import { queryOptions } from '@tanstack/react-query'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'

/** The latest imports; asked again once one has run or was undone. */
export const importBatches = queryOptions({
  queryKey: [pathOf('GET /api/admin/import-batches')],
  queryFn: ({ signal }) => call('GET /api/admin/import-batches', { signal }),
})
