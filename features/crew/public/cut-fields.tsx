import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import type { GuestRecording } from '#features/crew/contract.ts'

type Cut = GuestRecording['cuts'][number]

const mostCuts = 50

/** Fields for the passages that a guest wants cut: from, to and why. */
export function CutFields({ cuts }: { cuts: Cut[] }) {
  const [count, setCount] = useState(Math.max(cuts.length, 1))
  return (
    <>
      {Array.from({ length: count }, (_, at) => {
        const cut = cuts[at]
        return (
          <fieldset key={at} className="grid gap-4 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <legend className="sr-only">{`Cut ${at + 1}`}</legend>
            <Field
              name="from"
              label="From"
              required
              placeholder="12:05"
              defaultValue={cut && formatPosition(cut.from)}
            />
            <Field
              name="to"
              label="To"
              required
              placeholder="12:40"
              defaultValue={cut && formatPosition(cut.to)}
            />
            <Field name="why" label="Why" maxLength={500} defaultValue={cut?.why} />
          </fieldset>
        )
      })}
      {count < mostCuts && (
        <div>
          <Button variant="secondary" onClick={() => setCount(count + 1)}>
            Add another cut
          </Button>
        </div>
      )}
    </>
  )
}

const position = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/

/** Returns a time such as `12:05` or `1:02:05` in seconds; undefined if it is none. */
function readPosition(text: string): number | undefined {
  const found = position.exec(text.trim())
  if (!found) return undefined
  const [, hours = '0', minutes, seconds] = found
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/**
 * Returns the cuts typed into the form, without empty lines. If a time is not readable or an end is not after its
 * start, shows the error at the field, focuses it, and returns undefined.
 */
export function readCuts(form: HTMLFormElement): Cut[] | undefined {
  const cuts: Cut[] = []
  for (const line of form.querySelectorAll('fieldset')) {
    const [from, to, why] = [...line.querySelectorAll('input')] as [
      HTMLInputElement,
      HTMLInputElement,
      HTMLInputElement,
    ]
    if (![from, to, why].some(({ value }) => value.trim() !== '')) continue
    const [start, end] = [readPosition(from.value), readPosition(to.value)]
    from.setCustomValidity(start === undefined ? 'Enter a time such as 12:05' : '')
    const isAfter = start === undefined || end === undefined || end > start
    to.setCustomValidity(
      end === undefined
        ? 'Enter a time such as 12:40'
        : isAfter
          ? ''
          : 'Enter a time after the start',
    )
    if (!from.reportValidity() || !to.reportValidity()) return undefined
    cuts.push({ from: start!, to: end!, why: why.value.trim() })
  }
  return cuts.length > 0 ? cuts : undefined
}
