import type { EventMove } from '#shared/contract/event-checks.ts'
import { Button } from '#app/ui/button.tsx'
import { statusChangeWords } from './name-status.ts'
import type { MovePreview } from './use-event-move.ts'

type StatusChangeConfirmationProps = {
  preview: MovePreview
  move: EventMove
  /** Why the move was just not made. */
  problem: string | undefined
  isPending: boolean
  onConfirm: () => void
  onChoose: (move: EventMove | undefined) => void
  onClose: () => void
}

/** The consequences of one move, and the press that makes it. */
export function StatusChangeConfirmation(props: StatusChangeConfirmationProps) {
  const { preview, move, problem, isPending, onConfirm, onChoose, onClose } = props
  const found = preview.moves.find((possible) => possible.move === move)
  const words = statusChangeWords[move]
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
            See what is possible
          </Button>
        )}
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Leave it as it is
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
        ? `It has ${held}. Cancel it first; then it can be deleted with them.`
        : 'This is no longer possible: the event has changed meanwhile.'}
    </p>
  )
}
