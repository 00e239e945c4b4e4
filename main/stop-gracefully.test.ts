import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { registrationBody } from '#tests/support/builders.ts'
import { anotherTestDatabase } from '#tests/support/database.ts'
import { startGreenroom } from '#tests/support/start-greenroom.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

const path = '/api/register-multi-event'
const form = JSON.stringify(registrationBody())
const patience = { timeout: 240_000 }

async function runningSite() {
  const isServer = inject('databaseTemplate').kind === 'postgres'
  const databaseUrl = isServer ? (await anotherTestDatabase()).url : undefined
  const site = await startGreenroom({ databaseUrl })
  onTestFinished(() => site.close())
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return { site, agent }
}

/** Sends the first half of a registration; `finish` sends the rest. */
async function beginRegistration(url: string, agent: Agent) {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(form),
    // The server answers when the head arrives; from then on the request is in progress.
    expect: '100-continue',
  }
  const call = request(url + path, { method: 'POST', agent, headers })
  await once(call, 'continue')
  call.write(form.slice(0, 20))
  return async function finish() {
    call.end(form.slice(20))
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await json(answer) }
  }
}

async function isRefused(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const refused = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return refused
}

test(
  'a stop finishes the request under way, takes no new connection, ends with 0 and waits for no idle one',
  { ...patience, tags: 'postgres' },
  async () => {
    const { site, agent } = await runningSite()
    const finish = await beginRegistration(site.url, agent)
    const stopped = site.stop()
    await waitUntil('a refused connection', 5, () => isRefused(site.url))
    const answer = await finish()
    expect(answer).toMatchObject({ status: 200, body: { isExistingUser: false } })
    await stopped
    await site.restart()
    const again = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: form,
    })
    expect(await again.json()).toMatchObject({ isExistingUser: true })

    // Idle keep-alive connections do not delay the stop.
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const call = request(`${site.url}/api/health`, { agent }).end()
        const [health] = (await once(call, 'response')) as [IncomingMessage]
        expect(await text(health)).toContain('ok')
      }),
    )
    expect(Object.values(agent.freeSockets).flat().length).toBeGreaterThan(0)
    await site.stop()
  },
)

test(
  'a stop closes connections of clients that never finish their request, and ends with 0',
  patience,
  async () => {
    const { site } = await runningSite()
    const { host, port } = new URL(site.url)
    const unfinished = [
      '',
      `GET / HTTP/1.1\r\nHost: ${host}\r\n`,
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${form.length}`,
        '',
        form.slice(0, 20),
      ].join('\r\n'),
    ]
    const sockets = unfinished.map((start) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      socket.write(start)
      return socket
    })
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    // Responses to other requests show that the server has read what the sockets sent.
    expect((await fetch(`${site.url}/api/health`)).status).toBe(200)
    const closed = sockets.map((socket) => once(socket, 'close'))
    await site.stop()
    expect(await Promise.all(closed)).toHaveLength(3)
  },
)
