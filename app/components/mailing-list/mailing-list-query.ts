import { queryOptions } from '@tanstack/react-query'
import { call } from '#app/api/call.ts'

/** While something waits the desk looks again after so many milliseconds. */
const watchMs = 5000

/** What became of the people on the mailing list. */
export const mailingList = queryOptions({
  queryKey: ['/api/admin/mailing-list'],
  queryFn: ({ signal }) => call('GET /api/admin/mailing-list', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data && data.counts.waiting + data.counts.syncing > 0 ? watchMs : false,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
