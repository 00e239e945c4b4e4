import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Difference } from './compare-drafts.ts'
import { StaleDialog } from './stale-dialog.tsx'

type DraftGuardProps = {
  draft: {
    isDirtyNow: () => boolean
    giveUp: () => void
    conflict?:
      | {
          differences: Difference[]
          onChoose: (keepsMine: (label: string) => boolean) => void
          onClose: () => void
        }
      | undefined
  }
  /** Title of the dialog for edit conflicts, such as 'Another administrator changed this event'. */
  title: string
  /** Sentences about changes by the other administrator that need no choice, such as a cancellation. */
  news?: string[]
}

/**
 * The dialogs of a form with unsaved changes: one before the administrator leaves the form, one for edit
 * conflicts.
 */
export function DraftGuard({ draft, title, news = [] }: DraftGuardProps) {
  return (
    <>
      <LeaveGuard isDirty={draft.isDirtyNow} onLeave={draft.giveUp} />
      {draft.conflict && <StaleDialog title={title} news={news} {...draft.conflict} />}
    </>
  )
}

type LeaveGuardProps = {
  isDirty: () => boolean
  /** Called when the administrator chooses to leave without saving. */
  onLeave: () => void
}

/** Asks for confirmation before a navigation or closing the tab discards a form's unsaved changes. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      description="Your changes are not saved yet."
      size="narrow"
      onClose={() => blocker.reset()}
    >
      <div className="mt-6 flex flex-wrap gap-3">
        <Button data-autofocus onClick={() => blocker.reset()}>
          Stay here
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onLeave()
            blocker.proceed()
          }}
        >
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}
