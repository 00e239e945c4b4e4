const messages: Record<string, string> = {
  date: 'Enter the whole date, or clear the field',
  time: 'Enter hours and minutes, or clear the field',
  number: 'Enter a number, or clear the field',
}

/**
 * Returns an error for a partially filled date, time or number field. Browsers report it as empty, so saving it
 * would erase the stored value.
 */
export function describeBadInput(field: unknown): string | undefined {
  // react-hook-form keeps the element of a field that is no longer displayed.
  const isBad = field instanceof HTMLInputElement && field.isConnected && field.validity.badInput
  return isBad ? messages[field.type] : undefined
}
