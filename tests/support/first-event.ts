import { listUpcomingEvents } from '#features/events/contract.ts'

/** The id of the event that a running site shows first: the one that crowds register for. */
export async function firstEvent({ url }: { url: string }): Promise<number> {
  const response = await fetch(url + listUpcomingEvents.path)
  const [event] = (await response.json()) as { id: number }[]
  return event!.id
}
