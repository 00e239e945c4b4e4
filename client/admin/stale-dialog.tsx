import { useState, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Radio } from '#client/ui/choices.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { writeCount } from '#kernel/write-count.ts'
import type { Difference } from './compare-drafts.ts'

type StaleDialogProps = {
  /** Title of the dialog, such as 'Another administrator changed this event'. */
  title: string
  differences: Difference[]
  /** Sentences about changes by the other administrator that need no choice, such as a cancellation. */
  news: string[]
  /**
   * Called when the administrator has chosen. The argument tells for the label of each field whether to keep this
   * administrator's value; otherwise the other administrator's value applies.
   */
  onChoose: (keepsMine: (label: string) => boolean) => void
  onClose: () => void
}

/**
 * A dialog for edit conflicts: lists the fields that another administrator changed, and asks which values to
 * keep.
 */
export function StaleDialog({ title, differences, news, ...props }: StaleDialogProps) {
  const conflicts = differences.filter(({ mine }) => mine !== undefined)
  const [sides, setSides] = useState<Record<string, Side>>({})
  const open = conflicts.filter(({ label }) => sides[label] === undefined).length

  function chooseAll(side: Side) {
    setSides(Object.fromEntries(conflicts.map(({ label }) => [label, side])))
  }

  return (
    <Dialog
      size="wide"
      title={title}
      description="Another administrator saved changes after you opened this form. Your changes are not lost, but not saved yet."
      onClose={props.onClose}
    >
      {conflicts.length > 1 && (
        <p className="mt-5 flex flex-wrap gap-3">
          <Button variant="secondary" className="text-small!" onClick={() => chooseAll('theirs')}>
            Use their version everywhere
          </Button>
          <Button variant="secondary" className="text-small!" onClick={() => chooseAll('mine')}>
            Keep my version everywhere
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
          disabled={open > 0}
          onClick={() => props.onChoose((label) => sides[label] === 'mine')}
        >
          Save with these choices
        </Button>
        <Button variant="secondary" onClick={props.onClose}>
          Back to the form
        </Button>
        <output className="text-small text-muted">
          {open > 0 && `${writeCount(open, 'field')} still to choose`}
        </output>
      </div>
    </Dialog>
  )
}

type Side = 'theirs' | 'mine'

type DifferenceLineProps = {
  difference: Difference
  side: Side | undefined
  onSide: (side: Side) => void
}

/** A row of the edit-conflict dialog: one field that the other administrator changed. */
function DifferenceLine({ difference, side, onSide }: DifferenceLineProps) {
  const { label, before, theirs, mine } = difference
  const id = useId()
  if (mine === undefined) {
    return (
      <li className="py-3">
        <p className="font-semibold">{label}</p>
        <p className="mt-1 text-small text-muted">
          Previous value: <Value text={before} />
        </p>
        <p className="text-small">
          Their version, which will be used: <Value text={theirs} />
        </p>
      </li>
    )
  }
  return (
    <li className="py-3">
      <fieldset>
        <legend className="font-semibold">{`${label}: which version do you want to keep?`}</legend>
        <p className="mt-1 text-small text-muted">
          Previous value: <Value text={before} />
        </p>
        {(['theirs', 'mine'] as const).map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-3 py-2 text-small">
            <Radio
              name={id}
              value={one}
              checked={side === one}
              onChange={() => onSide(one)}
              className="mt-0.5"
            />
            <span className="pt-0.5">
              <span className="font-semibold">
                {one === 'theirs' ? 'Their version' : 'My version'}:
              </span>{' '}
              <Value text={one === 'theirs' ? theirs : mine} />
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}

function Value({ text }: { text: string }) {
  return <span className="whitespace-pre-line wrap-anywhere">{text}</span>
}
