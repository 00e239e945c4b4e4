import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { EventMove } from '#kernel/values.ts'
import { changesOf } from '#features/events/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { CausedMails } from './caused-mails.tsx'
import {
  explainStatusChange,
  useStatusChange,
  useStatusChangePreview,
  type MovePreview,
} from './change-status.ts'
import { statusChangeLabels } from './event-status.ts'

type StatusChangeDialogProps = {
  event: AdminEvent
  /** The status change to confirm; undefined lets the administrator choose one. */
  move?: EventMove | undefined
  onDone: (changed: AdminEvent | undefined) => void
  onClose: () => void
}

/** Dialog that shows the consequences of a status change, such as the mails it sends, and asks for confirmation. */
export function StatusChangeDialog({
  event,
  move: asked,
  onDone,
  onClose,
}: StatusChangeDialogProps) {
  const preview = useStatusChangePreview(event.id)
  const [chosen, setChosen] = useState(asked)
  const moving = useStatusChange(event, (changed, move) => {
    showToast({ title: statusChangeLabels[move].done, description: event.title })
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
      title={chosen ? statusChangeLabels[chosen].title : 'More actions'}
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
      <p className="text-muted">Loading...</p>
      <Skeleton className="mt-4 h-5 w-4/5" />
      <Skeleton className="mt-2 h-5 w-3/5" />
    </>
  )
}

type StatusChangeChoiceProps = { preview: MovePreview; onChoose: (move: EventMove) => void }

/** Lists all status changes that the event allows, each with its main consequence. */
function StatusChangeChoice({ preview, onChoose }: StatusChangeChoiceProps) {
  const choices = preview.moves.map(({ move, consequences }) => ({ move, first: consequences[0] }))
  const canDelete = choices.some(({ move }) => move === 'delete')
  return (
    <ul className="grid gap-5">
      {choices.map(({ move, first }) => (
        <li key={move} className="grid gap-1.5">
          <Button
            variant={move === 'delete' || move === 'cancel' ? 'danger' : 'secondary'}
            className="justify-self-start"
            aria-describedby={`move-${move}`}
            onClick={() => onChoose(move)}
          >
            {statusChangeLabels[move].button}
          </Button>
          <p id={`move-${move}`} className="text-small text-muted">
            {first}
          </p>
        </li>
      ))}
      {!canDelete && (
        <li className="text-small text-muted">
          People are registered for this event. Cancel it before you delete it.
        </li>
      )}
    </ul>
  )
}

type StatusChangeConfirmationProps = {
  preview: MovePreview
  move: EventMove
  /** Error of the last attempt to change the event's status. */
  problem: string | undefined
  isPending: boolean
  onConfirm: () => void
  onChoose: (move: EventMove | undefined) => void
  onClose: () => void
}

/** Shows the consequences of one status change and the confirming button. */
function StatusChangeConfirmation(props: StatusChangeConfirmationProps) {
  const { preview, move, problem, isPending, onConfirm, onChoose, onClose } = props
  const found = preview.moves.find((possible) => possible.move === move)
  const words = statusChangeLabels[move]
  return (
    <>
      {problem && (
        <p role="alert" className="mb-4 font-semibold text-danger">
          {problem}
        </p>
      )}
      {found ? (
        <ul className="list-disc space-y-2 pl-5">
          {found.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      ) : (
        <Impossible preview={preview} move={move} />
      )}
      {found && (
        <CausedMails
          mails={found.mails}
          isSending={preview.isSending}
          about={{ eventId: preview.eventId, changes: changesOf(move) }}
        />
      )}
      <div className="mt-7 flex flex-wrap gap-3">
        {found ? (
          <Button
            variant={move === 'delete' || move === 'cancel' ? 'danger' : 'primary'}
            pending={isPending}
            onClick={onConfirm}
          >
            {isPending ? words.pending : words.button}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => onChoose(undefined)}>
            View other actions
          </Button>
        )}
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Go back
        </Button>
      </div>
    </>
  )
}

function Impossible({ preview, move }: { preview: MovePreview; move: EventMove }) {
  const registrations = preview.confirmed + preview.preRegistered
  const held =
    registrations === 1
      ? '1 registration'
      : `${registrations.toLocaleString('en-GB')} registrations`
  return (
    <p>
      {move === 'delete' && registrations > 0
        ? `This event has ${held}. Cancel it before you delete it.`
        : 'This is no longer possible. Another administrator changed the event.'}
    </p>
  )
}
