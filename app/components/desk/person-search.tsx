import { useId } from 'react'
import { fieldLook } from '#app/components/deliveries/event-select.tsx'

type PersonSearchProps = { value: string; onChange: (value: string) => void }

/** A search for people by parts of their name or address. */
export function PersonSearch({ value, onChange }: PersonSearchProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small font-semibold">
        Name or email
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Any part of them"
        className={`${fieldLook} placeholder:text-muted`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
