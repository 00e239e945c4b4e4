/** What a step to the front page carries: the interview to register for, 0 for the whole library. */
export const registerToWatch = (eventId = 0) => ({ registerToWatch: eventId })

/** The same read from a location's state; undefined where nobody asked to register. */
export function readRegisterToWatch(state: unknown): number | undefined {
  return (state as Partial<ReturnType<typeof registerToWatch>> | null)?.registerToWatch
}
