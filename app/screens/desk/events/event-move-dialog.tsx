import { useState } from 'react'
import type { EventMove } from '#shared/contract/event-checks.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { StatusChangeChoice } from './move-choice.tsx'
import { StatusChangeConfirmation } from './move-confirmation.tsx'
import { statusChangeWords } from './name-status.ts'
import { explainStatusChange, useStatusChange, useStatusChangePreview } from './use-event-move.ts'

type StatusChangeDialogProps = {
  event: AdminEvent
  /** The move that was asked for; without one the dialog offers all. */
  move?: EventMove | undefined
  onDone: (changed: AdminEvent | undefined) => void
  onClose: () => void
}

/** Says what a move would bring about before it happens: who is told, what appears where. */
export function StatusChangeDialog({
  event,
  move: asked,
  onDone,
  onClose,
}: StatusChangeDialogProps) {
  const preview = useStatusChangePreview(event.id)
  const [chosen, setChosen] = useState(asked)
  const moving = useStatusChange(event, (changed, move) => {
    showToast({ title: statusChangeWords[move].done, description: event.title })
    onDone(changed)
  })

  function confirm() {
    if (!chosen || !preview.data) return
    moving.mutate(
      { move: chosen, preview: preview.data },
      { onError: () => void preview.refetch() },
    )
  }

  return (
    <Dialog
      title={chosen ? statusChangeWords[chosen].title : 'More actions'}
      description={<p className="font-semibold wrap-anywhere text-ink">{event.title}</p>}
      onClose={onClose}
    >
      <div className="mt-5" aria-live="polite">
        {preview.isPending && <Looking />}
        {preview.isError && !preview.data && (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>{explainStatusChange(preview.error)}</p>
            <Button variant="secondary" onClick={() => void preview.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {preview.data && !chosen && (
          <StatusChangeChoice preview={preview.data} onChoose={setChosen} />
        )}
        {preview.data && chosen && (
          <StatusChangeConfirmation
            preview={preview.data}
            move={chosen}
            problem={moving.isError ? explainStatusChange(moving.error) : undefined}
            isPending={moving.isPending}
            onConfirm={confirm}
            onChoose={(next) => {
              moving.reset()
              setChosen(next)
            }}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

function Looking() {
  return (
    <>
      <p className="text-muted">Looking up what would happen...</p>
      <Skeleton className="mt-4 h-5 w-4/5" />
      <Skeleton className="mt-2 h-5 w-3/5" />
    </>
  )
}
