import type { EventMove } from '#shared/contract/event-checks.ts'
import { Button } from '#app/ui/button.tsx'
import { statusChangeWords } from './name-status.ts'
import type { MovePreview } from './use-event-move.ts'

type StatusChangeChoiceProps = { preview: MovePreview; onChoose: (move: EventMove) => void }

/** Everything that can be done to an event, each with the first thing that it would bring about. */
export function StatusChangeChoice({ preview, onChoose }: StatusChangeChoiceProps) {
  const moves = preview.moves.map(({ move, consequences }) => ({ move, first: consequences[0] }))
  const canDelete = moves.some(({ move }) => move === 'delete')
  return (
    <ul className="grid gap-5">
      {moves.map(({ move, first }) => (
        <li key={move} className="grid gap-1.5">
          <Button
            variant={move === 'delete' || move === 'cancel' ? 'danger' : 'secondary'}
            className="justify-self-start"
            aria-describedby={`move-${move}`}
            onClick={() => onChoose(move)}
          >
            {statusChangeWords[move].button}
          </Button>
          <p id={`move-${move}`} className="text-small text-muted">
            {first}
          </p>
        </li>
      ))}
      {!canDelete && (
        <li className="text-small text-muted">
          It can be deleted once it is cancelled: people are registered for it.
        </li>
      )}
    </ul>
  )
}
