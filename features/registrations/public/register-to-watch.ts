/**
 * Returns the navigation state that opens the register dialog on the front page for this interview; 0 means
 * the whole video library.
 */
export const registerToWatch = (eventId = 0) => ({ registerToWatch: eventId })

/** Returns the interview's id from a location's navigation state; undefined if no page requested the dialog. */
export function readRegisterToWatch(state: unknown): number | undefined {
  return (state as Partial<ReturnType<typeof registerToWatch>> | null)?.registerToWatch
}
