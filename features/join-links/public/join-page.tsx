import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { pathOf, call } from '#client/api/call.ts'
import { explainLinkFailure, MailLinkPage, LinkFailure } from '#client/page/mail-link-page.tsx'
import { useTexts } from '#client/page/use-site.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import type { JoinView } from '#features/join-links/contract.ts'
import { storeJoinToken } from './stored-join-tokens.ts'
import { joinTitle, WaitingRoom, type WaitingRoomProps } from './waiting-room.tsx'

type JoinPageProps = Pick<WaitingRoomProps, 'meanwhile'> & {
  loaded: {
    /** State of the join link; null if it could not be loaded. */
    view: JoinView | null
    /** URL of the webinar or meeting, after a form was posted without JavaScript; null otherwise. */
    url: string | null
    isRefused: boolean
  }
}

/**
 * `/join/{token}`: a waiting room, with a button once the meeting room is open. Only the button redirects and counts
 * as joining, because mail scanners open links and run scripts.
 */
export function JoinPage({ loaded, meanwhile }: JoinPageProps) {
  const { token = '' } = useParams()
  const texts = useTexts().joining
  const queryClient = useQueryClient()
  const queryKey = [pathOf('GET /api/join/:token'), token]
  const join = useQuery({
    queryKey,
    queryFn: () => call('GET /api/join/:token', { params: { token } }),
    ...(loaded.view && { initialData: loaded.view }),
    gcTime: 0,
    // Timers stop while a computer sleeps or a phone is locked, so refetch afterwards.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const { data: answer, error, refetch, isFetching } = join
  const [isPressed, setIsPressed] = useState(false)
  const enter = useMutation({
    mutationFn: () => call('POST /api/join', { body: { token } }),
    onSuccess({ url, ...view }) {
      if (url) window.location.assign(url)
      else queryClient.setQueryData(queryKey, view)
    },
  })
  const eventId = answer?.event.id
  useEffect(() => {
    if (eventId !== undefined) storeJoinToken(eventId, token)
  }, [eventId, token])
  const answeredAt = join.dataUpdatedAt
  useJoinWindow(answer, { answeredAt, failedAt: join.errorUpdatedAt }, refetch)
  function again() {
    setIsPressed(true)
    void refetch().finally(() => setIsPressed(false))
  }

  // While the state of the join link is being fetched again, show the previous one.
  if (answer) {
    return (
      <MailLinkPage title={joinTitle(answer, texts)} worksWithoutScripts>
        {loaded.url && <meta httpEquiv="refresh" content={`0;url=${loaded.url}`} />}
        <WaitingRoom
          token={token}
          answer={answer}
          answeredAt={answeredAt}
          problem={(enter.error ?? error) ? explainLinkFailure(enter.error ?? error) : undefined}
          isPending={isPressed}
          onTryAgain={again}
          entrance={{ url: loaded.url, isPending: enter.isPending, onEnter: enter.mutate }}
          meanwhile={meanwhile}
        />
      </MailLinkPage>
    )
  }
  if (error && !isFetching) {
    return (
      <MailLinkPage title="This link does not work">
        <LinkFailure error={error} onTryAgain={again} />
      </MailLinkPage>
    )
  }
  if (loaded.isRefused) {
    return (
      <MailLinkPage title="This link does not work" worksWithoutScripts>
        <p>This link is not valid. Please use the one in your latest email.</p>
        <ButtonLink size="large" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Loading your registration">
      <p>One moment, please...</p>
    </MailLinkPage>
  )
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Maximum random delay in milliseconds of a request, because all visitors wait for the same time. */
const spreadMs = 5 * second
const preparingMs = 15 * second

/**
 * Returns the maximum interval between two requests in milliseconds, because the host may start early, and the event
 * may be moved or cancelled. Also, browser timers overflow after 24 days.
 */
function patienceFor(left: number): number {
  if (left < hour) return 30 * second
  return left < 12 * hour ? 5 * minute : hour
}

/** Returns in how many milliseconds the page asks for the join link's state again; undefined if it need not. */
function askAgainIn({ state, opensAt, now }: JoinView, agoMs: number): number | undefined {
  if (state === 'preparing') return preparingMs
  if (state === 'unseated') return minute
  if (state !== 'early') return undefined
  const left = opensAt ? Date.parse(opensAt) - Date.parse(now) - agoMs : Infinity
  return Math.min(Math.max(left, second), patienceFor(left)) + Math.random() * spreadMs
}

type Times = { answeredAt: number; failedAt: number }

/**
 * Refetches the state of the join link until the meeting room is open. `answeredAt` and `failedAt` are the times of
 * the last reply and failure, in milliseconds by the browser's clock.
 */
function useJoinWindow(
  answer: JoinView | undefined,
  { answeredAt, failedAt }: Times,
  ask: () => Promise<unknown>,
) {
  useEffect(() => {
    const agoMs = Math.max(failedAt - answeredAt, 0)
    const ms = answer && askAgainIn(answer, agoMs)
    if (ms === undefined) return undefined
    const timer = setTimeout(() => void ask(), ms)
    return () => clearTimeout(timer)
  }, [answer, answeredAt, failedAt, ask])
}
