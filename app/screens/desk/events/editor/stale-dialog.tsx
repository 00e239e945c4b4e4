import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Difference } from './compare-drafts.ts'
import { DifferenceLine, type Side } from './difference-line.tsx'

type StaleDialogProps = {
  differences: Difference[]
  /** What the other one did besides: cancelled the event, say. */
  news: string[]
  isPending: boolean
  /** Whether the chosen values are saved at once; fields by their labels. */
  onChoose: (keepsMine: (label: string) => boolean) => void
  onClose: () => void
}

/** Somebody else saved first: what they changed, field by field, and whose value stays. */
export function StaleDialog({ differences, news, ...props }: StaleDialogProps) {
  const conflicts = differences.filter(({ mine }) => mine !== undefined)
  const [sides, setSides] = useState<Record<string, Side>>({})
  const open = conflicts.filter(({ label }) => sides[label] === undefined).length

  function chooseAll(side: Side) {
    setSides(Object.fromEntries(conflicts.map(({ label }) => [label, side])))
  }

  return (
    <Dialog
      size="wide"
      title="Somebody else changed this event"
      description="They saved after you opened it. Nothing of yours was saved yet, and nothing is lost."
      onClose={props.onClose}
    >
      {conflicts.length > 1 && (
        <p className="mt-5 flex flex-wrap gap-3">
          <Button variant="secondary" className="text-small!" onClick={() => chooseAll('theirs')}>
            Take all of theirs
          </Button>
          <Button variant="secondary" className="text-small!" onClick={() => chooseAll('mine')}>
            Keep all of mine
          </Button>
        </p>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {news.map((line) => (
          <li key={line} className="py-3 font-semibold">
            {line}
          </li>
        ))}
        {differences.map((difference) => (
          <DifferenceLine
            key={difference.label}
            difference={difference}
            side={sides[difference.label]}
            onSide={(side) => setSides({ ...sides, [difference.label]: side })}
          />
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Button
          pending={props.isPending}
          disabled={open > 0}
          onClick={() => props.onChoose((label) => sides[label] === 'mine')}
        >
          {props.isPending ? 'Saving...' : 'Save with these choices'}
        </Button>
        <Button variant="secondary" onClick={props.onClose}>
          Back to the form
        </Button>
        <output className="text-small text-muted">
          {open > 0 && `${open} ${open === 1 ? 'field' : 'fields'} left to choose`}
        </output>
      </div>
    </Dialog>
  )
}
