import { onTestFinished } from 'vitest'
import { openMailerliteStandIn } from './mailerlite-stand-in.ts'

/** A MailerLite for one test. */
export async function startMailerliteServer() {
  const server = await openMailerliteStandIn()
  onTestFinished(server.close)
  return server
}
