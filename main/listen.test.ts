import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { UnusableAddress } from '#platform/http/listening-trouble.ts'
import { listen } from './listen.ts'

function doors() {
  const app = fastify()
  onTestFinished(() => app.close())
  return app
}

test('the address to visit is answered, with localhost for the number that means it', async () => {
  expect(await listen(doors(), { port: 0, host: '127.0.0.1' })).toMatch(/^http:\/\/localhost:\d+$/)
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
  await expect(elsewhere).rejects.toThrow('HOST 192.0.2.1 is no address of this machine')
})
