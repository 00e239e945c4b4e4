import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pathOf, call } from '#client/api/call.ts'
import { isLinkRefused, MailLinkPage, LinkFailure } from '#client/page/mail-link-page.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'

/** Load this page's code lazily, so that the front page does not preload it. */
const CrewAnswer = lazyChunk(async () => (await import('./crew-answer.tsx')).CrewAnswer)

const asksEveryMs = 30_000

/** `/crew/{token}`: the page of a crew member. */
export default function CrewPage() {
  const { token = '' } = useParams()
  const page = useQuery({
    queryKey: [pathOf('POST /api/crew'), token],
    queryFn: () => call('POST /api/crew', { body: { token } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (isLinkRefused(state.error) ? false : asksEveryMs),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const { data, error, refetch, isFetching } = page
  // After the member was removed, do not show the page's earlier data.
  if (error && (isLinkRefused(error) || !data) && !isFetching) {
    return (
      <MailLinkPage title="This link does not work">
        <LinkFailure error={error} onTryAgain={() => void refetch()} />
      </MailLinkPage>
    )
  }
  if (!data) {
    return (
      <MailLinkPage title="Loading your page">
        <p>One moment, please...</p>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title={`You are the ${data.role}`} isWide>
      <CrewAnswer token={token} page={data} />
    </MailLinkPage>
  )
}
