import { forwardedFor } from '#bench/load/addresses.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { firstUpcomingEvent, registerThrough } from './register-through.ts'
import type { Stage } from './stages.ts'
import { waitForMails } from './wait-for-mails.ts'

/** Number of the first person with a session; bursts use lower numbers. */
export const firstMember = 50_000_000
const callers = 20

/** Registers people, signs them in, waits for their mails, and returns their cookies. */
export async function openSessions(
  { greenroom: { url }, countMails }: Pick<Stage, 'greenroom' | 'countMails'>,
  count: number,
): Promise<string[]> {
  const eventId = await firstUpcomingEvent(url)
  const cookies: string[] = []
  let mails = await countMails()
  let next = 0
  async function call() {
    while (next < count) {
      const number = firstMember + next++
      const { email, isNew } = await registerThrough(url, number, eventId)
      if (isNew) mails++
      cookies.push(await logIn(url, email, number))
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  await waitForMails({ countMails }, mails)
  return cookies
}

async function logIn(url: string, email: string, caller: number): Promise<string> {
  const response = await fetch(url + logInWithEmail.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...forwardedFor(caller) },
    body: JSON.stringify({ email }),
  })
  await response.arrayBuffer()
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || !cookie) throw new Error(`${email} was not let in: ${response.status}`)
  return cookie.split(';', 1)[0]!
}
