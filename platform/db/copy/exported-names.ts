/** Tables and columns that were renamed since 1.0, with the name that files keep for them. */
const namesInFiles: Record<string, string> = {
  outbox_entries: 'message_deliveries',
  dedupe_key: 'occasion',
  outbox_entry_id: 'delivery_id',
  exhausted_on: 'spent_on',
}

/** Returns the name of a table or column in copies and in the export of a person. */
export function exportedName(name: string): string {
  return namesInFiles[name] ?? name
}

/** Returns the present name of what a file names. */
export function presentName(exported: string): string {
  const found = Object.entries(namesInFiles).find(([, inFiles]) => inFiles === exported)
  return found?.[0] ?? exported
}
