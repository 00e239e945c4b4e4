import { useId } from 'react'
import type { Difference } from './compare-drafts.ts'

export type Side = 'theirs' | 'mine'

type DifferenceLineProps = {
  difference: Difference
  side: Side | undefined
  onSide: (side: Side) => void
}

/** One field that the other administrator changed. */
export function DifferenceLine({ difference, side, onSide }: DifferenceLineProps) {
  const { label, before, theirs, mine } = difference
  const id = useId()
  if (mine === undefined) {
    return (
      <li className="py-3">
        <p className="font-semibold">{label}</p>
        <p className="mt-1 text-small text-muted">
          It was: <Value text={before} />
        </p>
        <p className="text-small">
          Theirs, taken over: <Value text={theirs} />
        </p>
      </li>
    )
  }
  return (
    <li className="py-3">
      <fieldset>
        <legend className="font-semibold">{label}: whose value stays?</legend>
        <p className="mt-1 text-small text-muted">
          It was: <Value text={before} />
        </p>
        {(['theirs', 'mine'] as const).map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-3 py-2 text-small">
            <input
              type="radio"
              name={id}
              value={one}
              checked={side === one}
              onChange={() => onSide(one)}
              className="mt-0.5 size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken checked:border-7 checked:border-accent forced-colors:appearance-auto"
            />
            <span className="pt-0.5">
              <span className="font-semibold">{one === 'theirs' ? 'Theirs' : 'Mine'}:</span>{' '}
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
