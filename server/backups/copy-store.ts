/** Where backups are kept. Every failure is a BackupFailed that says what the place answered. */
export type BackupStore = {
  /** What an operator knows the place by. */
  place: string
  /** The names of everything there, whole files only. */
  list(): Promise<string[]>
  /** Puts a file there, which appears when it is whole; then reads it back and compares. */
  put(name: string, file: string): Promise<void>
  /** Brings a backup into a new file. */
  fetch(name: string, file: string): Promise<void>
  remove(name: string): Promise<void>
}
