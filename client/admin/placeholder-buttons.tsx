import type { ReactNode } from 'react'
import { placeholderNames, placeholders } from '#kernel/placeholders.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Returns `text` with `written` inserted at the cursor of `field`, or appended if `field` is null. Moves the
 * cursor behind the inserted text.
 */
export function insertIntoField(field: TextField | null, text: string, written: string): string {
  const from = field?.selectionStart ?? text.length
  const to = field?.selectionEnd ?? text.length
  requestAnimationFrame(() => {
    field?.focus()
    field?.setSelectionRange(from + written.length, from + written.length)
  })
  return text.slice(0, from) + written + text.slice(to)
}

type PlaceholderButtonsProps = {
  label: string
  /** Called with the chosen placeholder in braces, such as `{firstName}`. */
  onInsert: (written: string) => void
  /** The placeholders, each with a tooltip; by default those of every text. */
  names?: { name: string; title: string }[]
  /** Text to display after this component's own explanation of the placeholders. */
  children?: ReactNode
}

const usual = placeholderNames.map((name) => ({
  name,
  title: `If it is not known for a person: “${placeholders[name]}”`,
}))

/**
 * Buttons that insert placeholders such as `{firstName}` into a mail text. In each mail, the recipient's own
 * values replace the placeholders.
 */
export function PlaceholderButtons({
  label,
  onInsert,
  names = usual,
  children,
}: PlaceholderButtonsProps) {
  return (
    <div>
      <p className="text-small font-semibold">{label}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {names.map(({ name, title }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onInsert(`{${name}}`)}
              title={title}
              className="min-h-11 rounded-md border border-line-strong px-3 font-mono text-caption hover:border-glow hover:text-glow"
            >
              {`{${name}}`}
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-reading text-small text-muted">
        Placeholders are replaced for each recipient. The preview shows the result.{children}
      </p>
    </div>
  )
}
