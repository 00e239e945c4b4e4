import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { call, read, serverMessage } from '#client/api/call.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { forgetTyped } from '#client/forms/typed-before.ts'
import { explainLinkFailure } from '#client/page/mail-link-page.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { forgetJoinTokens } from '#features/join-links/public/stored-join-tokens.ts'
import type { OwnSession } from '#features/sign-in/contract.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { formatEventDate, timeOfDay } from '#kernel/event-time.ts'

const sessionsQuery = { ...read('GET /api/me/sessions'), staleTime: 0, gcTime: 0 }

/**
 * Lists the browsers in which the person is signed in, with buttons that sign out one browser or all of
 * them.
 */
export function AccountSessions() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    /** Ends the given session; if undefined, ends all sessions of the person. */
    mutationFn: async (session: OwnSession | undefined) => {
      if (session) await call('DELETE /api/me/sessions/:id', { params: { id: session.id } })
      else await call('DELETE /api/me/sessions')
    },
    async onSuccess(_, session) {
      if (session && !session.isThis) {
        await refetch()
        showToast({ title: 'Browser signed out', description: session.agent })
        list.current?.focus({ preventScroll: true })
        return
      }
      forgetStoredEmail()
      forgetTyped()
      forgetJoinTokens()
      showToast(
        session
          ? { title: 'Signed out', description: 'This browser is signed out.' }
          : { title: 'Signed out everywhere', description: 'All browsers are signed out.' },
      )
      await navigate('/')
      queryClient.removeQueries({ type: 'inactive' })
      await queryClient.invalidateQueries({ queryKey: authStatusKey })
    },
    onError(failure) {
      void refetch()
      showFailure(
        'Not signed out',
        serverMessage(failure) ?? 'Please check your connection and try again.',
      )
    },
  })
  if (!data) {
    return error ? (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{explainLinkFailure(error)}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    ) : (
      <Skeleton className="h-24" />
    )
  }
  const isPending = (session?: OwnSession) => end.isPending && end.variables?.id === session?.id
  return (
    <>
      <p className="mb-4 max-w-reading text-muted">
        Anyone who knows your email can watch recordings with it, so you may find other people’s
        browsers here. Sign-ins expire after 180 days, or after 30 days without use.
      </p>
      <Card ref={list} tabIndex={-1} className="outline-none">
        <ul aria-label="Signed-in browsers">
          {data.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              isPending={isPending(session)}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      </Card>
      {data.length > 1 && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={isPending()}
          onClick={() => end.mutate(undefined)}
        >
          Sign out everywhere
        </Button>
      )}
    </>
  )
}

type SessionLineProps = { session: OwnSession; isPending: boolean; onEnd: () => void }

function SessionLine({ session, isPending, onEnd }: SessionLineProps) {
  const { zone } = useSite().site.display
  const day = formatEventDate({ eventDate: null, eventTime: session.lastUsedAt }, zone, 'medium')
  const lastUsed = `${day}, ${timeOfDay(new Date(session.lastUsedAt), zone)}`
  return (
    <li
      aria-label={session.agent}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-4 first:border-t-0"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {session.agent}
          {session.isThis && <Badge tone="success">this browser</Badge>}
        </p>
        <p className="mt-1 text-small text-muted figures">Last used {lastUsed}</p>
      </div>
      <Button
        variant="secondary"
        pending={isPending}
        aria-label={session.isThis ? 'Sign out here' : `Sign out: ${session.agent}, ${lastUsed}`}
        onClick={onEnd}
      >
        {session.isThis ? 'Sign out here' : 'Sign out'}
      </Button>
    </li>
  )
}
