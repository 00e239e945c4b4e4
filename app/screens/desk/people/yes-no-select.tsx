import { FilterField } from '#app/screens/desk/parts/filter-field.tsx'
import type { YesOrNo } from '#app/screens/desk/people/person/people-queries.ts'

type YesNoSelectProps = {
  label: string
  /** What is said of those of whom it is true, and of the others. */
  yes: string
  no: string
  value: YesOrNo | undefined
  onChange: (value: YesOrNo | undefined) => void
}

/** Everybody, those of whom something is true, or the others. */
export function YesNoSelect({ label, yes, no, value, onChange }: YesNoSelectProps) {
  return (
    <FilterField label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange((target.value || undefined) as YesOrNo | undefined)}
        >
          <option value="">Everybody</option>
          <option value="yes">{yes}</option>
          <option value="no">{no}</option>
        </select>
      )}
    </FilterField>
  )
}
