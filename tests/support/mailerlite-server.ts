import { onTestFinished } from 'vitest'
import { openMailerliteStandIn } from './mailerlite-stand-in.ts'

/** Starts a MailerLite stand-in until the test ends. */
export async function startMailerliteServer() {
  const server = await openMailerliteStandIn()
  onTestFinished(server.close)
  return server
}
