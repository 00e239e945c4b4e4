/**
 * Returns the state to pass when navigating to the front page, so that it opens the register dialog for this interview;
 * 0 means the whole video library.
 */
export const registerToWatch = (eventId = 0) => ({ registerToWatch: eventId })

/**
 * Returns the interview's id that `registerToWatch` put into the navigation state; undefined if the page was opened
 * without it.
 */
export function readRegisterToWatch(state: unknown): number | undefined {
  return (state as Partial<ReturnType<typeof registerToWatch>> | null)?.registerToWatch
}
