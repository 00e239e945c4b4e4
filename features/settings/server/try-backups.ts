import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { TriedStep, TryOutcome } from '#features/settings/contract.ts'
import { callServer } from '#platform/http/reach-server.ts'
import type { BackupConfig, BucketConfig } from '#platform/settings/backup-settings.ts'
import { Failed, takeSteps, stepResult } from './tried-step.ts'

type Place = {
  write(bytes: Buffer, signal: AbortSignal): Promise<void>
  read(signal: AbortSignal): Promise<Buffer>
  remove(signal: AbortSignal): Promise<void>
}

/** Tests the backup location: writes a small file there, reads it and deletes it. */
export async function tryBackups(backup: BackupConfig | undefined): Promise<TriedStep[]> {
  if (!backup) {
    return [stepResult('entered', 'not_entered', { message: 'Enter a folder or a bucket first.' })]
  }
  const name = `greenroom-try-${randomBytes(8).toString('hex')}.txt`
  const place =
    backup.kind === 'folder' ? openFolder(backup.folder, name) : openBucket(backup, name)
  const bytes = Buffer.from(`A test of Greenroom: ${name}\n`)
  return takeSteps(
    [
      ['write', (signal) => place.write(bytes, signal)],
      [
        'read',
        async (signal) => {
          if (!(await place.read(signal)).equals(bytes)) {
            await place.remove(signal)
            throw new Failed('other_bytes')
          }
        },
      ],
      ['remove', (signal) => place.remove(signal)],
    ],
    judgeFolder,
  )
}

function openFolder(folder: string, name: string): Place {
  const file = join(folder, name)
  return {
    async write(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx', flush: true })
    },
    read: () => readFile(file),
    remove: () => rm(file),
  }
}

const ofFolders: Record<string, TryOutcome> = {
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  EROFS: 'not_allowed',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  ENOENT: 'not_there',
  ENOTDIR: 'not_there',
  EEXIST: 'not_there',
}

function judgeFolder(error: unknown): TryOutcome | undefined {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === 'connect' ? undefined : ofFolders[code]
}

function openBucket(config: BucketConfig, name: string): Place {
  const { bucket, prefix, endpoint, region, keyId, secret } = config
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
  })
  const key = `${prefix}${name}`.split('/').map(encodeURIComponent).join('/')
  const address = `${endpoint}/${encodeURIComponent(bucket)}/${key}`

  async function send(method: string, signal: AbortSignal, body?: Buffer) {
    const { url, headers } = await client.sign(address, {
      method,
      ...(body && { body: new Uint8Array(body) }),
      headers: body ? { 'x-amz-content-sha256': await hash(body) } : {},
    })
    const sent = { ...Object.fromEntries(headers), ...(body && lengthOf(body)) }
    const answer = await callServer(new URL(url), { method, headers: sent, body }, signal)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Failed(judgeBucket(answer))
  }

  return {
    async write(bytes, signal) {
      await send('PUT', signal, bytes)
    },
    read: (signal) => send('GET', signal),
    async remove(signal) {
      await send('DELETE', signal)
    },
  }
}

const lengthOf = (body: Buffer) => ({ 'content-length': String(body.length) })

async function hash(body: Buffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(body))
  return Buffer.from(digest).toString('hex')
}

/** Returns the result of the backup test for an error response of the S3 server. */
function judgeBucket({ status, body }: { status: number; body: Buffer }): TryOutcome {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(body.toString('utf8')) ?? []
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity)$/.test(code))
    return 'wrong_login'
  if (/^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocation\w+)$/.test(code)) {
    return 'other_region'
  }
  if (status === 404)
    return code === 'NoSuchBucket' || code === 'NoSuchKey' ? 'not_there' : 'not_understood'
  if (status === 429 || status === 503) return 'too_many'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status >= 300 && status < 400) return 'other_region'
  return status >= 500 ? 'broken' : 'not_understood'
}
