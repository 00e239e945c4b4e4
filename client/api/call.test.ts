import { expect, test } from 'vitest'
import { CallError, limitMessage, otherReason, serverMessage } from './call.ts'

function answered(status: number, message: unknown = 'In the words of the server.') {
  return new CallError(status, JSON.stringify({ message }), 'Status text')
}

test('a refusal shows the message of the server', () => {
  for (const status of [400, 403, 409, 429]) {
    expect(serverMessage(answered(status))).toBe('In the words of the server.')
  }
})

test('errors of server and network are shown without technical messages', () => {
  for (const status of [500, 502, 503, 504]) {
    expect(serverMessage(answered(status))).toBeUndefined()
    expect(limitMessage(answered(status))).toBeUndefined()
    expect(otherReason(answered(status), { status: 404 })).toBeUndefined()
  }
  expect(serverMessage(new TypeError('Failed to fetch'))).toBeUndefined()
  expect(serverMessage(new CallError(403, '<h1>Blocked by a proxy</h1>', ''))).toBeUndefined()
  expect(serverMessage(answered(400, { code: 7 }))).toBeUndefined()
})

test('a rate limit differs from the reason in the specified text', () => {
  expect(limitMessage(answered(429))).toBe('In the words of the server.')
  expect(limitMessage(answered(404))).toBeUndefined()
  expect(otherReason(answered(429), { status: 404 })).toBe('In the words of the server.')
  expect(otherReason(answered(404), { status: 404 })).toBeUndefined()
})
