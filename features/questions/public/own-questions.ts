import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { readJoinToken } from '#features/join-links/public/stored-join-tokens.ts'

/**
 * Returns the token that identifies the registrant: of the join page, else of the join link that was last opened in
 * this browser for the event.
 */
export function tokenOf(eventId: number, linkToken: string | undefined) {
  return linkToken ?? readJoinToken(eventId)
}

/**
 * Query of the registrant's own questions and votes. Runs in the browser only, because rendered pages are the same
 * for all visitors.
 */
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
