import type { Config } from '#server/config.ts'

/** Whether seats are taken in Zoom, in sentences for the admin area. */
export function getWebinarSeatSetup({ zoom, publicUrl }: Pick<Config, 'zoom' | 'publicUrl'>) {
  if (!zoom) {
    const notes = [
      'Zoom is not configured: no seats are taken, and join links ask people to write to you. docs/webinars.md says how to set it up.',
    ]
    return { isConfigured: false, notes }
  }
  const notes = publicUrl
    ? [`Zoom tells of changes at ${publicUrl}/api/webhooks/zoom.`]
    : ['No PUBLIC_URL: Zoom can tell of changes only where it reaches this server.']
  return { isConfigured: true, notes }
}
