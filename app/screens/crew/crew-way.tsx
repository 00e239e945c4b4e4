import { useMutation } from '@tanstack/react-query'
import type { CrewPage } from '#shared/contract/crew.ts'
import { call } from '#app/api/call.ts'
import { describeOpening } from '#app/components/describe-locally.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button } from '#app/ui/button.tsx'

type CrewRoomProps = { token: string; page: CrewPage }

/** Where it takes place, and the way in once the room is open to whoever holds the event. */
export function CrewRoom({ token, page: { room, doors, opensAt, role } }: CrewRoomProps) {
  const { display } = useSite().site
  const opener = useMutation({
    mutationFn: () => call('POST /api/crew/way-in', { body: { token } }),
  })

  /** A tab opened by the press itself is no pop-up; this page, with the questions, stays. */
  function goIn() {
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    opener.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.replace(url),
      onError: () => tab?.close(),
    })
  }

  if (doors === 'cancelled') return <p>This interview will not take place.</p>
  if (doors === 'over') return <p>This interview is over. Thank you for holding it.</p>
  const opening = opensAt && describeOpening(opensAt, display)
  const isZoom = room?.startsWith('Zoom ') ?? false
  return (
    <section aria-label="Where" className="grid justify-items-start gap-3">
      <p>
        {room === null ? (
          'There is no room yet: the organiser will name one.'
        ) : (
          <>
            <span className="text-muted">Where:</span>{' '}
            <span className="font-semibold wrap-anywhere">{room}</span>
          </>
        )}
      </p>
      {doors === 'early' && (
        <p>
          {opening
            ? `The room opens to you at ${opening}, an hour before the start. The way in is on this page then.`
            : 'Once there is a time, the room opens to you an hour before the start.'}
        </p>
      )}
      {doors === 'open' && room !== null && (
        <Button size="large" pending={opener.isPending} onClick={goIn}>
          {isZoom && role !== 'guest' ? 'Open the room as host' : 'Go into the room'}
        </Button>
      )}
      <div aria-live="polite">
        {opener.isError && (
          <p role="alert" className="text-danger">
            {explainLinkFailure(opener.error)}
          </p>
        )}
      </div>
    </section>
  )
}
