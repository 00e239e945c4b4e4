import type { Actor } from '#server/admins/record-act.ts'
import type { Call } from './call.ts'

/** The administrator behind a call, for the audit log. */
export async function readActor(call: Call): Promise<Actor> {
  const session = await call.session()
  return { administratorId: session?.administratorId ?? null, address: call.address }
}
