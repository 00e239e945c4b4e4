import type { Call } from './call.ts'

/** The administrator behind a call, for the audit log. */
export async function readActor(call: Call) {
  const session = await call.session()
  return { administratorId: session?.administratorId ?? null, address: call.address }
}
