import { useEffect, useRef } from 'react'

/** Focuses the first field of the open dialog when it shows another `form`. */
export function useFirstField(form: string) {
  const shown = useRef(form)
  useEffect(() => {
    if (shown.current === form) return
    shown.current = form
    document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus()
  }, [form])
}
