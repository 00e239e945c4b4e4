/** What stands in the address of an event's share picture, so that a changed event has another one. */
export function shareVersion(updatedAt: string): string {
  return Date.parse(updatedAt).toString(36)
}
