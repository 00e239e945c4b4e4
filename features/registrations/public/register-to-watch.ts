/**
 * Navigation state that opens the register dialog on the front page for this interview; 0 for the
 * whole library.
 */
export const registerToWatch = (eventId = 0) => ({ registerToWatch: eventId })

/** Reads the interview from a location's state; undefined if the dialog was not requested. */
export function readRegisterToWatch(state: unknown): number | undefined {
  return (state as Partial<ReturnType<typeof registerToWatch>> | null)?.registerToWatch
}
