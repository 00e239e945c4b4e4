import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { decoyHash, hashPassword, verifyPassword } from './administrator-login.ts'

test('a password is kept as argon2id with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('curtain up'), hashPassword('curtain up')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(one).not.toContain('curtain')
})

test('only the same password is the one behind the hash', async () => {
  const hash = await hashPassword('päss wörd 🎬')
  expect(await verifyPassword('päss wörd 🎬', hash)).toBe(true)
  for (const wrong of ['', 'päss wörd', 'päss wörd 🎬 ', 'pass word', hash]) {
    expect(await verifyPassword(wrong, hash)).toBe(false)
  }
})

test('a hash made with other costs is still understood', async () => {
  const nonce = Buffer.from('somesaltsomesalt')
  const parameters = { memory: 64, passes: 1, parallelism: 2, tagLength: 24 }
  const tag = argon2Sync('argon2id', { message: 'curtain up', nonce, ...parameters })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$argon2id$v=19$m=64,t=1,p=2$${text(nonce)}$${text(tag)}`
  expect(await verifyPassword('curtain up', hash)).toBe(true)
  expect(await verifyPassword('curtain down', hash)).toBe(false)
  await expect(verifyPassword('curtain up', 'plain text')).rejects.toThrow('argon2id')
})

test('unknown names are compared with a hash of equal cost that matches nothing', async () => {
  const costs = (hash: string) => hash.split('$').slice(0, 4)
  expect(costs(decoyHash)).toEqual(costs(await hashPassword('x')))
  expect(decoyHash).toHaveLength((await hashPassword('x')).length)
  expect(await verifyPassword('', decoyHash)).toBe(false)
})
