import { onTestFinished } from 'vitest'
import { openZoomStandIn } from './zoom-stand-in.ts'

/** Starts a Zoom stand-in until the test ends. */
export async function startZoomServer() {
  const server = await openZoomStandIn()
  onTestFinished(server.close)
  return server
}
