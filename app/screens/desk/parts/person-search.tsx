import { FilterField } from './filter-field.tsx'

type PersonSearchProps = {
  label?: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** A search for people by parts of their name or address. */
export function PersonSearch({
  label = 'Name or email',
  placeholder = 'Any part of them',
  value,
  onChange,
}: PersonSearchProps) {
  return (
    <FilterField label={label}>
      {(control) => (
        <input
          {...control}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FilterField>
  )
}
