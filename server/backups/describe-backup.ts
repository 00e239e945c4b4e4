import type { Backup } from './make-backup.ts'

/** What an operator reads of a backup that was made. */
export function describeBackup({ name, people, rows, size }: Backup, place: string): string {
  const [peopleText, rowsText] = [people, rows].map((count) => count.toLocaleString('en-GB'))
  const megabytes = (size / 1_000_000).toFixed(1)
  return `Copied ${peopleText} people (${rowsText} rows, ${megabytes} MB) to ${name} in ${place}, and proved it by making a database from it.`
}
