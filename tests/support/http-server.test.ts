import { once } from 'node:events'
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpServer } from './http-server.ts'
import { rawRequest } from './raw-request.ts'

test('a call that breaks off in the middle of its body is no call, and the next is answered', async () => {
  const served: string[] = []
  const { origin, close } = await openHttpServer((_request, response, body) => {
    served.push(String(body))
    response.end()
  })
  onTestFinished(close)
  const headers = { 'content-length': '100', expect: '100-continue' }
  const half = request(origin, { method: 'PUT', headers })
  half.flushHeaders()
  await once(half, 'continue')
  half.destroy()
  await once(half, 'error')
  await rawRequest(origin, { method: 'PUT', url: '/', payload: 'all of it' })
  expect(served).toEqual(['all of it'])
})
