import { z } from 'zod'
import { readZoomRoom } from '#shared/zoom-room.ts'

/** Zoom's numbers: 0 takes everybody who registers, 1 after the host's approval, 2 nobody. */
const noRegistration = 2
const automatic = 0

export const settingsOf = z.object({
  settings: z.object({
    approval_type: z.int().default(noRegistration),
    registrants_confirmation_email: z.boolean().default(true),
  }),
})
type Settings = z.output<typeof settingsOf>['settings']

/**
 * Sees to it, before the first registrant of a meeting, that it takes registrations and that Zoom writes
 * to nobody itself: its mail would carry the raw link. A host who approves by hand goes on doing so. Once
 * a process and meeting; webinars, which are made for registration, are left as they are.
 */
export function createPreparation(
  read: (room: string) => Promise<Settings>,
  change: (room: string, settings: Partial<Settings>) => Promise<unknown>,
) {
  const prepared = new Map<string, Promise<void>>()

  async function prepare(room: string) {
    const { approval_type: approval, registrants_confirmation_email: isMailed } = await read(room)
    if (approval !== noRegistration && !isMailed) return
    await change(room, {
      approval_type: approval === noRegistration ? automatic : approval,
      registrants_confirmation_email: false,
    })
  }

  return async function prepareOnce(room: string): Promise<void> {
    if (readZoomRoom(room).kind === 'webinar') return
    const before = prepared.get(room)
    if (before) return before
    const preparing = prepare(room)
    prepared.set(room, preparing)
    // Whoever comes next tries anew.
    preparing.catch(() => prepared.delete(room))
    return preparing
  }
}
