// @module-tag postgres-only
import { expect, onTestFinished, test } from 'vitest'
import { anotherTestDatabase } from './support/database.ts'
import { startMailServer } from './support/mail-server.ts'
import { startGreenroom, type Greenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

/** Returns a function for administrator calls to both nodes with the same cookie. */
async function signIn({ url, adminUsername: username, adminPassword: password }: Greenroom) {
  const send = (path: string, method: string, body: object | undefined, cookie = '') =>
    fetch(path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
  const login = await send(`${url}/api/admin/login`, 'POST', { username, password })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  return async (address: string, body?: object) => {
    const [method = '', path = ''] = address.split(' ')
    const answer = await send(path, method, body, cookie)
    return { status: answer.status, text: await answer.text() }
  }
}

test(
  'a mail server and an address that are changed at one node are the other one’s within a second',
  { timeout: 180_000 },
  async () => {
    const server = await startMailServer()
    const { port } = new URL(server.url)
    const databaseUrl = (await anotherTestDatabase()).url!
    const env = { SETTINGS_KEY: 'a key of at least thirty-two characters' }
    const first = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => first.close())
    const second = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => second.close())
    const call = await signIn(first)
    const setup = async () => (await call(`GET ${second.url}/api/admin/message-setup`)).text
    const page = async () => (await fetch(`${second.url}/`)).text()
    expect(await setup()).toContain('"isSending":false')
    await page()

    const saved = await call(`PUT ${first.url}/api/admin/settings/mail`, {
      'SMTP_URL.host': '127.0.0.1',
      'SMTP_URL.port': port,
      'SMTP_URL.security': 'starttls',
      MAIL_FROM: 'hello@lights.example',
    })
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('MAIL_FROM')])
    await waitUntil('the mail server known', 1, async () =>
      (await setup()).includes('hello@lights'),
    )
    const address = { PUBLIC_URL: 'http://interviews.example.org' }
    expect((await call(`PUT ${first.url}/api/admin/settings/address`, address)).status).toBe(200)
    await waitUntil('the address in pages', 1, async () =>
      (await page()).includes('http://interviews.example.org/'),
    )
    const secret = { 'SMTP_URL.user': 'hello', 'SMTP_URL.password': 'never shown' }
    await call(`PUT ${second.url}/api/admin/settings/mail`, secret)
    const tried = { to: 'thandi@example.com', 'SMTP_URL.user': '' }
    await waitUntil('the other way round', 1, async () => {
      const { text } = await call(`POST ${first.url}/api/admin/settings/mail/try`, { to: tried.to })
      return text.includes('wrong_login')
    })
    // Wait for test mails that were sent with the old settings.
    const before = server.mails.length
    await call(`POST ${first.url}/api/admin/settings/mail/try`, tried)
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual(['thandi@example.com'])
    const html = await (await fetch(`${second.url}/admin/settings`)).text()
    expect(first.output() + second.output() + html + (await setup())).not.toContain('never shown')
  },
)
