import { useEffect, useRef } from 'react'

/**
 * Focuses the `data-autofocus` element of the open dialog when `form`, the name of the dialog's current form,
 * changes.
 */
export function useFirstField(form: string) {
  const shown = useRef(form)
  useEffect(() => {
    if (shown.current === form) return
    shown.current = form
    document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus()
  }, [form])
}
