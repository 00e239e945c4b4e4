import { useId } from 'react'
import { fieldLook } from './event-select.tsx'

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
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={placeholder}
        className={`${fieldLook} placeholder:text-muted`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
