/** Present names of tables and columns renamed since 1.0, each with its former name, which backup files still use. */
const namesInFiles: Record<string, string> = {
  outbox_entries: 'message_deliveries',
  dedupe_key: 'occasion',
  outbox_entry_id: 'delivery_id',
  exhausted_on: 'spent_on',
}

/** Returns the name that backup files and exports of a person's data use for a table or column. */
export function exportedName(name: string): string {
  return namesInFiles[name] ?? name
}

/** Returns the present name of a table or column that a backup file names. */
export function presentName(exported: string): string {
  const found = Object.entries(namesInFiles).find(([, inFiles]) => inFiles === exported)
  return found?.[0] ?? exported
}
