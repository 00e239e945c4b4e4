import { expect, test } from 'vitest'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { testApp } from '#tests/support/test-app.ts'
import { clientAddressKey } from './origin.ts'

test.for([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('limits count %s as %s', ([address, key]) => {
  expect(clientAddressKey(address!)).toBe(key)
})

/** Returns how many of forty guesses are answered, each with a different forwarded address. */
async function answeredGuesses(trustProxy: string, forwardedFor: (index: number) => string) {
  const config = {
    rateLimits: true,
    trustProxy: loadConfig({ TRUST_PROXY: trustProxy }).trustProxy,
  }
  const { call } = await testApp({ config })
  let answered = 0
  for (let index = 0; index < 40; index++) {
    const { status } = await call(logInWithEmail, {
      body: { email: `nobody${index}@example.com` },
      headers: { 'x-forwarded-for': forwardedFor(index) },
      from: '10.0.0.7',
    })
    if (status === 404) answered++
  }
  return answered
}

test('without TRUST_PROXY what a caller says of its address is ignored', async () => {
  expect(await answeredGuesses('', (index) => `198.51.100.${index}`)).toBe(30)
})

test('with one trusted proxy the address that it adds counts, and nothing before it', async () => {
  expect(await answeredGuesses('1', (index) => `198.51.100.${index}`)).toBe(40)
  expect(await answeredGuesses('1', (index) => `198.51.100.${index}, 203.0.113.9`)).toBe(30)
})

test('with a list of trusted proxies only those are believed', async () => {
  const forwarded = (index: number) => `198.51.100.${index}`
  expect(await answeredGuesses('10.0.0.0/8', forwarded)).toBe(40)
  expect(await answeredGuesses('loopback, 192.168.0.0/16', forwarded)).toBe(30)
})

test('a customer with a whole IPv6 network counts as one', async () => {
  expect(await answeredGuesses('1', (index) => `2001:db8:1:2::${index}`)).toBe(30)
  expect(await answeredGuesses('1', (index) => `2001:db8:1:${index}::1`)).toBe(40)
})

test.for([
  ['a port', (index: number) => `203.0.113.9:${40_000 + index}`],
  ['brackets and a port', (index: number) => `[2001:db8:1:2::9]:${40_000 + index}`],
  ['brackets', () => '[2001:db8:1:2::9]'],
  ['nonsense', (index: number) => `unknown-${index}`],
  ['an address before nonsense', (index: number) => `198.51.100.${index}, unknown`],
  ['a port that is none', (index: number) => `203.0.113.9:${index}x`],
  ['nothing between commas', (index: number) => `198.51.100.${index}, ,`],
] as const)(
  'behind a proxy that forwards %s the limits of one address bind',
  async ([, forwarded]) => {
    expect(await answeredGuesses('1', forwarded)).toBe(30)
    expect(await answeredGuesses('10.0.0.0/8', forwarded)).toBe(30)
  },
)

test('addresses behind proxies that add ports are distinguished', async () => {
  const forwarded = (index: number) => `198.51.100.${index}:4711, 10.0.0.8:443`
  expect(await answeredGuesses('2', forwarded)).toBe(40)
  expect(await answeredGuesses('10.0.0.0/8', forwarded)).toBe(40)
})
