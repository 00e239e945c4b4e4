import { z } from 'zod'
import { readZoomRoom } from '#shared/zoom-room.ts'

/** What a browser may be sent to. */
const address = z.url({ protocol: /^https$/ })
const links = z.object({ start_url: address.optional(), join_url: address.optional() })
const panelists = z.object({
  panelists: z.array(z.object({ email: z.string(), join_url: address.optional() })),
})

/** The links that a webinar or meeting has of itself, apart from its registrants'. */
export function createRoomLinks(read: (room: string, of?: '/panelists') => Promise<unknown>) {
  /**
   * `start` opens the room as its host: Zoom makes it anew for each answer and lets it lapse after two
   * hours. `join` is the one that all have.
   */
  async function readLinks(room: string): Promise<{ start?: string; join?: string }> {
    const { start_url: start, join_url: join } = links.parse(await read(room))
    return { start, join }
  }

  /** A panelist's own link, where the organiser has made somebody one; meetings have none. */
  async function findPanelistLink(room: string, email: string): Promise<string | undefined> {
    if (readZoomRoom(room).kind === 'meeting') return undefined
    const answer = panelists.parse(await read(room, '/panelists'))
    return answer.panelists.find((one) => one.email.toLowerCase() === email)?.join_url
  }

  return { readLinks, findPanelistLink }
}
