const messages: Record<string, string> = {
  date: 'Enter the whole date, or clear the field',
  time: 'Enter hours and minutes, or clear the field',
  number: 'Enter a number, or clear the field',
}

/**
 * What to say about a field that holds only a part of a date, a time or a number; undefined for any other. The
 * browser reports an empty value for it: saving that would erase the stored one.
 */
export function describeBadInput(field: unknown): string | undefined {
  // A form keeps the element of a field that another choice has hidden.
  const isBad = field instanceof HTMLInputElement && field.isConnected && field.validity.badInput
  return isBad ? messages[field.type] : undefined
}
