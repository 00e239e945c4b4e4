/** Escapes text for element content in HTML, XML and WebVTT; does not escape quotes for attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
