import { type ComponentProps, type ReactNode, useId } from 'react'

/** A checkbox whose whole line is clickable. */
export function Checkbox({
  label,
  description,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; description?: ReactNode }) {
  const made = useId()
  const id = input.id ?? made
  const about = `${id}-about`
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={description ? about : undefined}
            className="peer size-6 cursor-pointer appearance-none rounded-sm border border-line-strong bg-sunken checked:border-accent-edge checked:bg-accent disabled:opacity-60 forced-colors:appearance-auto"
          />
          <svg
            aria-hidden
            viewBox="0 0 24 24"
            className="pointer-events-none invisible absolute size-5 text-accent-ink peer-checked:visible forced-colors:hidden"
          >
            <path d="m5 12.5 4.5 4.5L19 7.5" fill="none" stroke="currentColor" strokeWidth="3" />
          </svg>
        </span>
        <span className="leading-6">{label}</span>
      </label>
      {description && (
        <p id={about} className="-mt-1 pl-9 text-small wrap-anywhere text-muted">
          {description}
        </p>
      )}
    </div>
  )
}
