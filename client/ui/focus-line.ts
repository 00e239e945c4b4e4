/**
 * Focuses the element with the attribute `data-line` at this index in the list, so that keyboard users continue at the
 * first new line after the button that added it disappeared.
 */
export function focusLine(list: HTMLElement | null, index: number) {
  list?.querySelectorAll<HTMLElement>('[data-line]')[index]?.focus()
}
