import { expect, test } from 'vitest'
import { adviseOnAddress } from './rules.ts'

const direct = { isForwarded: false, trustsProxy: false }

test.each([
  ['https://talks.example.org', []],
  ['http://talks.example.org', [/https:\/\//]],
  ['http://localhost:3000', [/a domain/]],
  ['http://127.0.0.1:3000', [/a domain/]],
  ['http://192.168.1.20:3000', [/a domain/]],
  ['http://[::1]:3000', [/a domain/]],
  ['http://greenroom.local', [/a domain/]],
  ['https://10things.example.org', []],
])('a site that is opened by %s is told what to do about that', (inUse, advice) => {
  const said = adviseOnAddress({ inUse, publicUrl: null, ...direct })
  expect(said).toEqual(advice.map((words) => expect.stringMatching(words)))
})

test('an address that differs from the one in use is pointed out, and so is a proxy that is not believed', () => {
  const inUse = 'http://talks.example.org'
  const publicUrl = 'https://talks.example.org'
  const proxy = { isForwarded: true, trustsProxy: false }
  expect(adviseOnAddress({ inUse, publicUrl, ...proxy })).toEqual([
    expect.stringContaining('links in emails lead to https://talks.example.org'),
    expect.stringContaining('TRUST_PROXY=1'),
  ])
  expect(
    adviseOnAddress({ inUse: publicUrl, publicUrl, isForwarded: true, trustsProxy: true }),
  ).toEqual([])
})
