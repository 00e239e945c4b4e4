import { answerReply, formId } from '#client/forms/form-answer.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { JoinButton, useJoinPath } from '#features/join-links/public/join-button.tsx'
import { useIsRegistered } from '#features/questions/public/questions-of-registrant.tsx'
import type { EventPage } from '#kernel/event-shapes.ts'
import type { FormAnswer } from '#kernel/pages.ts'

/**
 * Below the desktop's width: the page's main action at the bottom of the screen until the form comes into view.
 * `position: sticky` ends it there, so it works without scripts and never covers the form.
 */
export function EventBar({ event, answer }: { event: EventPage; answer: FormAnswer | undefined }) {
  const joinPath = useJoinPath(event)
  // After a form post without scripts, the page shows the result of the registration in place of the form.
  const isRegistered = useIsRegistered(event) || answerReply(answer) !== undefined
  const isOpen = event.status !== 'completed' && !event.isCancelled
  if (joinPath === null && (!isOpen || isRegistered)) return null
  return (
    <div
      data-event-bar
      className="sticky bottom-0 z-30 mt-8 border-t border-line bg-canvas px-gutter py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden print:hidden"
    >
      <div className="mx-auto grid max-w-xl">
        {joinPath === null ? (
          <ButtonLink size="large" href={`#${formId}`}>
            {labelOf(event)}
          </ButtonLink>
        ) : (
          <JoinButton path={joinPath} />
        )}
      </div>
    </div>
  )
}

function labelOf({ status, seatsLeft }: EventPage) {
  if (status !== 'upcoming') return 'Get Notified'
  return seatsLeft === 0 ? 'Waiting List' : 'Register Now'
}
