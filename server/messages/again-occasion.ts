/** What a mail is called that is sent once more because somebody at the desk wished it. */
const again = /^(.*?) ?again (\S+)$/

/** The name of a repetition, which keeps what the first one was about. */
export function nameAgain(occasion: string, now: Date): string {
  return `${readAgain(occasion)?.first ?? occasion} again ${now.toISOString()}`.trim()
}

/** What a repetition repeats; nothing for a mail that is none. */
export function readAgain(occasion: string): { first: string } | undefined {
  const [, first] = again.exec(occasion) ?? []
  return first === undefined ? undefined : { first }
}
