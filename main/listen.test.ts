import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { UnusableAddress } from '#platform/http/listening-trouble.ts'
import { listen, openingLines } from './listen.ts'

function doors() {
  const app = fastify()
  onTestFinished(() => app.close())
  return app
}

test('the address to visit is answered, with localhost for the number that means it', async () => {
  expect(await listen(doors(), { port: 0, host: '127.0.0.1' })).toMatch(/^http:\/\/localhost:\d+$/)
})

test('a start prints the public address where there is one, and where it listens', () => {
  const address = 'http://localhost:3000'
  const publicUrl = 'https://talks.example.org'
  expect(openingLines('Founder Talks', { address, publicUrl })).toEqual([
    'On this machine, Founder Talks is open at http://localhost:3000',
    'Founder Talks is open at https://talks.example.org',
    'The admin area: https://talks.example.org/admin',
  ])
  expect(openingLines('Founder Talks', { address })[0]).toBe(`Founder Talks is open at ${address}`)
})

test('upgrade scripts of 1.0.0 read the port, whatever the public address is', () => {
  // The pattern of deploy/common.sh in 1.0.0, which takes the first matching line.
  const pattern = /.* is open at http:\/\/[^ ]*:([0-9]*)$/m
  const address = 'http://localhost:3456'
  for (const publicUrl of [undefined, 'https://talks.example.org', 'http://talks.example:8080']) {
    const lines = openingLines('Founder Talks', { address, ...(publicUrl && { publicUrl }) })
    expect(pattern.exec(lines.join('\n'))?.[1]).toBe('3456')
  }
})

test('a port that is taken and a host that is elsewhere are named by their settings', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = listen(doors(), { port, host: '127.0.0.1' })
  await expect(taken).rejects.toThrow(UnusableAddress)
  await expect(taken).rejects.toThrow(`PORT ${port} is in use on 127.0.0.1`)
  const elsewhere = listen(doors(), { port: 0, host: '192.0.2.1' })
  await expect(elsewhere).rejects.toThrow('HOST 192.0.2.1 is not an address of this machine')
})
