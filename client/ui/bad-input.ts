const messages: Record<string, string> = {
  date: 'Enter the whole date, or clear the field',
  time: 'Enter hours and minutes, or clear the field',
  number: 'Enter a number, or clear the field',
}

/**
 * Returns the error message for a partially filled date, time or number field. Browsers report the value of
 * such a field as empty, so saving would erase the stored value.
 */
export function describeBadInput(field: unknown): string | undefined {
  // Ignore an element that is no longer in the document: react-hook-form keeps the elements of removed fields.
  const isBad = field instanceof HTMLInputElement && field.isConnected && field.validity.badInput
  return isBad ? messages[field.type] : undefined
}
