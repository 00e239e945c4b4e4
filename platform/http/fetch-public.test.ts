import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpServer } from '#tests/support/http-server.ts'
import { createPublicFetch, isPublicAddress } from './fetch-public.ts'

/** Starts a local site at an address that only this test allows. */
async function otherSite(answer: RequestListener) {
  const { origin, close } = await openHttpServer(answer)
  onTestFinished(close)
  return origin
}

const permissive = { protocols: ['http:'], isAllowed: () => true }

test.for([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['example.com', false],
] as const)('whether %s is a public address is answered with %s', ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.for([
  'https://127.0.0.1/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:10.0.0.1]/a.png',
  'https://localhost/a.png',
  'https://169.254.169.254/latest/meta-data',
])('the private address %s is never asked', async (address) => {
  await expect(createPublicFetch()(address)).rejects.toThrow('does not belong to a public site')
})

test.for(['http://example.com/a.png', 'file:///etc/passwd', 'ftp://example.com/a', 'nonsense'])(
  'what is no https address is refused: %s',
  async (address) => {
    await expect(createPublicFetch()(address)).rejects.toThrow(/https:|not valid/)
  },
)

test('a redirect to a private address is not followed', async () => {
  const origin = await otherSite((request, response) => {
    const location = request.url === '/' ? '/again' : 'http://[::1]:9/secret'
    response.writeHead(302, { location }).end()
  })
  const fetchPublic = createPublicFetch({
    protocols: ['http:'],
    isAllowed: (address) => address === '127.0.0.1',
  })
  await expect(fetchPublic(origin)).rejects.toThrow('does not belong to a public site')
})

test('an answer is read up to the limit, and one that never ends is given up', async () => {
  const origin = await otherSite((request, response) => {
    if (request.url === '/small') response.end('picture')
    else if (request.url === '/missing') response.writeHead(404).end()
    else if (request.url === '/loop') response.writeHead(301, { location: '/loop' }).end()
    else if (request.url === '/large') response.end(Buffer.alloc(3000))
    else response.write('and then')
  })
  const fetchPublic = createPublicFetch({ ...permissive, mostBytes: 2000, patienceMs: 1500 })
  expect(String(await fetchPublic(`${origin}/small`))).toBe('picture')
  await expect(fetchPublic(`${origin}/missing`)).rejects.toThrow('answered 404')
  await expect(fetchPublic(`${origin}/loop`)).rejects.toThrow('redirects too often')
  await expect(fetchPublic(`${origin}/large`)).rejects.toThrow('It is larger than')
  await expect(fetchPublic(`${origin}/slow`)).rejects.toThrow('took too long')
})
