import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

/** An argon2id hash in the PHC string format. */
export async function hashPassword(password: string, effort = cost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, ...effort })
  return writeHash(nonce, tag, effort)
}

function writeHash(nonce: Buffer, tag: Buffer, effort: typeof cost) {
  const parameters = `m=${effort.memory},t=${effort.passes},p=${effort.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Whether the password is the one behind the hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = phc.exec(hash)
  if (!parts) throw new Error('a stored password hash is not in the argon2id PHC format')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(expected, actual)
}

/** No password's hash: what an unknown name's is compared with, so that its refusal takes as long. */
export const decoyHash = writeHash(randomBytes(16), randomBytes(cost.tagLength), cost)

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
