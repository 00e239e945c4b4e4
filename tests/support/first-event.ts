import { listUpcomingEvents } from '#features/events/contract.ts'

/** Returns the id of the first event that a running site shows. */
export async function firstEvent({ url }: { url: string }): Promise<number> {
  const response = await fetch(url + listUpcomingEvents.path)
  const [event] = (await response.json()) as { id: number }[]
  return event!.id
}
