import { type ReactNode, useId } from 'react'

type FilterFieldProps = {
  label: string
  /** The control, which takes the id that the label is for and the look of all of them. */
  children: (control: { id: string; className: string }) => ReactNode
}

const look =
  'mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink placeholder:text-muted'

/** One of the fields above a list that say what it shows: a label above its control. */
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
