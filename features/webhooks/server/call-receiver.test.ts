import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openReceiver } from '#tests/support/webhook-receiver.ts'
import { callReceiver, isRefusedAddress } from './call-receiver.ts'

const message = { id: 'msg_1', body: '{}' }
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']

/**
 * Private, loopback, link-local, shared and reserved addresses, and IPv6 addresses that map to one of these.
 */
const notPublic =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1
  127.1.2.3 127.255.255.255 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192
  192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
  ::ffff:169.254.169.254 ::ffff:7f00:1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe
  64:ff9b:1::10.0.0.1 100::1 2001::1 2001:10::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe:: 3fff::1 fc00::1
  fd00:ec2::254 fe80::1 fec0::1 ff02::1`
    .trim()
    .split(/\s+/)

test('fifty of fifty addresses that are not public are not called, whatever form they are written in', async () => {
  expect(notPublic.length).toBeGreaterThanOrEqual(50)
  for (const address of notPublic) {
    expect([address, isRefusedAddress(address, { networks: [], isPlain: false })]).toEqual([
      address,
      true,
    ])
    const outcomes = [
      // Used as the URL's host, and behind a host name, alone or beside a public address.
      await callReceiver(
        { url: `https://${address.includes(':') ? `[${address}]` : address}/`, secrets },
        message,
        { networks: [], now: new Date() },
      ),
      ...(await Promise.all(
        [[address], ['93.184.215.14', address]].map((found) =>
          callReceiver({ url: 'https://hooks.example.org/', secrets }, message, {
            networks: [],
            now: new Date(),
            lookUp: async () => found.map((one) => ({ address: one })),
          }),
        ),
      )),
    ]
    for (const outcome of outcomes) {
      expect([address, outcome.failure]).toEqual([address, 'forbidden_address'])
    }
  }
})

test('a name that leads elsewhere at its second look-up is looked up once for each call', async () => {
  const reached = createServer((socket) => socket.destroy())
  reached.listen(0, '127.0.0.1')
  await once(reached, 'listening')
  onTestFinished(() => void reached.close())
  let connections = 0
  reached.on('connection', () => connections++)
  const { port } = reached.address() as AddressInfo
  const answers = ['192.0.2.55', '127.0.0.1']
  let asked = 0
  const lookUp = async () => [{ address: answers[Math.min(asked++, 1)]! }]
  // 192.0.2.0/24 is unreachable; it is allowed here, and 127.0.0.1 is not.
  const stopped = AbortSignal.timeout(300)
  const call = () =>
    callReceiver(
      { url: `http://turning.example.org:${port}/`, secrets },
      message,
      { networks: ['192.0.2.0/24'], now: new Date(), lookUp },
      stopped,
    )
  await call()
  expect(asked).toBe(1)
  expect(await call()).toMatchObject({ failure: 'forbidden_address' })
  expect(connections).toBe(0)
})

test('without https only networks of its own are called, and a redirect leads nowhere', async () => {
  const inner = await openReceiver()
  const outer = await openReceiver()
  onTestFinished(inner.close)
  onTestFinished(outer.close)
  for (const [address, isRefused] of [
    ['93.184.215.14', true],
    ['10.20.1.1', false],
    ['10.21.1.1', true],
    ['::ffff:10.20.1.1', false],
    ['fd00:20::5', false],
    ['fd00:21::5', true],
  ] as const) {
    const networks = ['10.20.0.0/16', 'fd00:20::/32']
    expect([address, isRefusedAddress(address, { networks, isPlain: true })]).toEqual([
      address,
      isRefused,
    ])
  }
  for (const status of [301, 302, 303, 307, 308]) {
    outer.behave({ status, headers: { location: inner.url }, body: 'over there' })
    const outcome = await callReceiver({ url: outer.url, secrets }, message, {
      networks: ['127.0.0.1'],
      now: new Date(),
    })
    expect(outcome).toEqual({ status, failure: 'redirect', retryAfterMs: null })
  }
  expect(inner.counts().calls).toBe(0)
  expect(outer.counts().calls).toBe(5)
})

test('an answer counts by its head, however long the rest of it is', async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const call = () =>
    callReceiver({ url: receiver.url, secrets }, message, {
      networks: ['127.0.0.1'],
      now: new Date(),
    })
  receiver.behave({ status: 200, body: 'x'.repeat(5_000_000) })
  expect(await call()).toEqual({ status: 200, failure: null, retryAfterMs: null })
  receiver.behave({ status: 503, headers: { 'retry-after': '120' } })
  expect(await call()).toEqual({ status: 503, failure: 'status', retryAfterMs: 120_000 })
  receiver.behave({
    status: 429,
    headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
  })
  const { retryAfterMs } = await call()
  expect(retryAfterMs).toBeGreaterThan(50_000)
  expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  await receiver.close()
  expect(await call()).toMatchObject({ status: null, failure: 'refused' })
})
