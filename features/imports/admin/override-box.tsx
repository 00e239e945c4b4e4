import { useState } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { RowVerdict } from '#features/imports/contract.ts'

/** Whether people who asked to be erased are imported all the same. */
export type Override = { isOn: boolean; onChange: (isOn: boolean) => void }

/** Asked only where a list holds such people; nobody of them is known, so the rows name them. */
export function OverrideBox({ isOn, onChange, verdicts }: Override & { verdicts: RowVerdict[] }) {
  const { length } = verdicts.filter(({ verdict }) => verdict === 'erased')
  if (length === 0) return null
  const people = length === 1 ? '1 row' : `${length.toLocaleString('en')} rows`
  return (
    <Checkbox
      className="mt-2"
      label={`Also import the ${people} of people who asked to be erased`}
      description="Only if they have asked you for it since. Otherwise these rows are left out."
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

/** It was said of one list: once the text is another, it is off again. */
export function useOverride(text: string): Override {
  const [of, setOf] = useState<string>()
  return { isOn: text !== '' && of === text, onChange: (isOn) => setOf(isOn ? text : undefined) }
}
