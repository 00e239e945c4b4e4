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
    /** State of the link; null if it could not be read. */
    view: JoinView | null
    /** The link's target, in the response to a form sent without JavaScript. */
    url: string | null
    isRefused: boolean
  }
}

/**
 * Renders `/join/{token}`: a waiting room, and a button once the doors are open. Only pressing it joins and
 * counts, because mail scanners open links and run scripts.
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
    // Timers do not run while a computer sleeps or a phone is locked.
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

  // Show the previous answer while refetching.
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
      <MailLinkPage title="We could not open this link">
        <LinkFailure error={error} onTryAgain={again} />
      </MailLinkPage>
    )
  }
  if (loaded.isRefused) {
    return (
      <MailLinkPage title="We could not open this link" worksWithoutScripts>
        <p>This link does not lead to a seat. Please use the one in your last mail.</p>
        <ButtonLink size="large" href="/">
          To the front page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Finding your seat">
      <p>One moment, please...</p>
    </MailLinkPage>
  )
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** All visitors wait for the same moment, so spread their requests over this time. */
const spreadMs = 5 * second
const preparingMs = 15 * second

/**
 * Returns the longest interval between two requests: the host may start early, and the event may be moved or
 * cancelled. Also limited because browser timers overflow after 24 days.
 */
function patienceFor(left: number): number {
  if (left < hour) return 30 * second
  return left < 12 * hour ? 5 * minute : hour
}

/** Returns the milliseconds until the next request; undefined if none is needed. */
function askAgainIn({ state, opensAt, now }: JoinView, agoMs: number): number | undefined {
  if (state === 'preparing') return preparingMs
  if (state === 'unseated') return minute
  if (state !== 'early') return undefined
  const left = opensAt ? Date.parse(opensAt) - Date.parse(now) - agoMs : Infinity
  return Math.min(Math.max(left, second), patienceFor(left)) + Math.random() * spreadMs
}

type Times = { answeredAt: number; failedAt: number }

/**
 * Refetches until the doors are open, after each answer and each failure (both in milliseconds of this
 * browser's clock).
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
