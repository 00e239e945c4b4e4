import { expect, onTestFinished, test } from 'vitest'
import { listOutboxEntries } from '#features/mails/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { registrationBody } from './support/builders.ts'
import { firstEvent } from './support/first-event.ts'
import { startMailServer } from './support/mail-server.ts'
import { startGreenroom, type Greenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

/** Returns whether the admin area shows every outbox entry as sent, its final state. */
async function isAllSent({ url, adminUsername, adminPassword }: Greenroom) {
  const login = await fetch(url + logInAdministrator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: adminUsername, password: adminPassword }),
  })
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  const answer = await fetch(url + listOutboxEntries.path, { headers: { cookie } })
  const { counts } = listOutboxEntries.reply.parse(await answer.json())
  return Object.entries(counts).every(([state, count]) => count === 0 || state === 'sent')
}

test("a process killed between the mail server's answer and its note sends the confirmation again under the same Message-ID, and nothing is lost", async () => {
  const server = await startMailServer()
  const greenroom = await startGreenroom({
    env: { SMTP_URL: server.url, MAIL_FROM: 'hello@lights.example', RATE_LIMITS: 'off' },
  })
  onTestFinished(() => greenroom.close())
  const eventId = await firstEvent(greenroom)
  const register = async () => {
    const body = registrationBody({ eventIds: [eventId] })
    const answer = await fetch(`${greenroom.url}/api/register-multi-event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return body.email
  }
  server.behave('never answers')
  const cutOff = await register()
  await waitUntil('the first mail', 30, () => server.mails.length === 1)
  await greenroom.kill()
  await server.close()
  await server.open()
  server.behave('well')
  await greenroom.restart()
  const later = await register()
  await waitUntil('three mails', 30, () => server.mails.length >= 3)
  await waitUntil('every delivery sent', 30, () => isAllSent(greenroom))
  const to = (email: string) => server.mails.filter((mail) => mail.to === email)
  expect(to(cutOff)).toHaveLength(2)
  expect(to(cutOff)[0]!.messageId).toBe(to(cutOff)[1]!.messageId)
  expect(to(later)).toHaveLength(1)
  await greenroom.stop()
})
