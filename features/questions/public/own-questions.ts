import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { readJoinToken } from '#features/join-links/public/stored-join-tokens.ts'

/** What shows whose browser this is: the join link on its own page, else one that was opened here. */
export function tokenOf(eventId: number, linkToken: string | undefined) {
  return linkToken ?? readJoinToken(eventId)
}

/** What this visitor asked and voted for. Only once the page is alive: it depends on whose browser it is. */
export function ownQuestionsOf(eventId: number, linkToken: string | undefined) {
  return queryOptions({
    queryKey: ['/api/questions/own', eventId],
    queryFn: ({ signal }) =>
      call('POST /api/questions/own', {
        body: { eventId, token: tokenOf(eventId, linkToken) },
        signal,
      }),
    staleTime: 0,
  })
}
