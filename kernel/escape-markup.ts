/** Text as it stands between the tags of HTML, XML and captions (WebVTT); in attributes quotes have to go as well. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
