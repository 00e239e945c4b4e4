import { type ReactNode, useId } from 'react'

type FilterFieldProps = {
  label: string
  /**
   * Renders the input or select element with this `id`, which the label refers to, and this `className`, which all
   * filters share.
   */
  children: (control: { id: string; className: string }) => ReactNode
}

const look =
  'mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink placeholder:text-muted'

/** A labelled input or select above a list, which filters the list. */
export function FilterField({ label, children }: FilterFieldProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({ id, className: look })}
    </div>
  )
}

type SearchFilterProps = {
  label?: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** A search field above a list. By default, it searches for people by a part of their name or email. */
export function SearchFilter({
  label = 'Name or email',
  placeholder = 'Part of a name or email',
  value,
  onChange,
}: SearchFilterProps) {
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
