import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { startMailServer } from './support/mail-server.ts'
import { startGreenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

test("a process killed between the mail server's answer and its note sends the confirmation again under the same Message-ID, and nothing is lost", async () => {
  const server = await startMailServer()
  const greenroom = await startGreenroom({
    env: { SMTP_URL: server.url, MAIL_FROM: 'hello@lights.example', SAMPLE_DATA: '1' },
  })
  onTestFinished(() => greenroom.close())
  const events = (await (await fetch(`${greenroom.url}/api/events/upcoming`)).json()) as {
    id: number
  }[]
  const register = async () => {
    const body = registrationBody({ eventIds: [events[0]!.id] })
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
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const to = (email: string) => server.mails.filter((mail) => mail.to === email)
  expect(to(cutOff)).toHaveLength(2)
  expect(to(cutOff)[0]!.messageId).toBe(to(cutOff)[1]!.messageId)
  expect(to(later)).toHaveLength(1)
  await greenroom.stop()
})
