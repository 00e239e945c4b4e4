import { createHash } from 'node:crypto'
import { constants, createWriteStream, openAsBlob, createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { syncFolder } from '#platform/db/embedded/sync-folder.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { refuseForbidden } from '#platform/http/reach-server.ts'
import type { BackupConfig, BucketConfig } from '#platform/settings/backup-settings.ts'

/** A backup failed. The message gives the operator the reason and contains no secret. */
export class BackupFailed extends OperatorError {
  override readonly name = 'BackupFailed'
}

/**
 * A folder or S3 bucket for backups. Every method throws BackupFailed with the error of the file system or bucket.
 */
export type BackupStore = {
  /** Path of the backup folder or `s3://` URL of the bucket, for messages to the operator. */
  place: string
  /** Returns the names of all files in the store, which may contain other files than backups. */
  list(): Promise<string[]>
  /**
   * Stores the local file `file` in the backup store under `name` and reads it back to verify it. No incomplete
   * file appears under `name`.
   */
  put(name: string, file: string): Promise<void>
  /** Copies the backup `name` to the new local file `file`. */
  fetch(name: string, file: string): Promise<void>
  remove(name: string): Promise<void>
}

export function openBackupStore(config: BackupConfig): BackupStore {
  return config.kind === 'folder' ? openBackupFolder(config.folder) : openBackupBucket(config)
}

/** Opens a local or mounted folder as a backup store. */
export function openBackupFolder(folder: string): BackupStore {
  async function explain<Result>(what: string, work: () => Promise<Result>) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BackupFailed) throw error
      const { code, message } = error as NodeJS.ErrnoException
      throw new BackupFailed(`${folder}: ${what} (${code ?? message})`, { cause: error })
    }
  }

  async function put(name: string, file: string) {
    const unfinished = join(folder, `${name}.part`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await copyFile(file, unfinished)
      await chmod(unfinished, 0o600)
      await syncFile(unfinished)
      if ((await hashFile(unfinished)) !== (await hashFile(file))) {
        throw new BackupFailed(`${folder} returned different bytes than were written.`)
      }
      await rename(unfinished, join(folder, name))
      syncFolder(folder)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  return {
    place: folder,
    put: (name, file) => explain('could not write the backup', () => put(name, file)),
    list: () =>
      explain('could not list the backups', async () => {
        const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing)
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      }),
    fetch: (name, file) =>
      explain(`${name} could not be read`, () =>
        copyFile(join(folder, name), file, constants.COPYFILE_EXCL),
      ),
    remove: (name) =>
      explain(`${name} could not be removed`, () => rm(join(folder, name), { force: true })),
  }
}

async function syncFile(file: string) {
  await using written = await open(file, 'r+')
  await written.sync()
}

/** Treats a missing backup folder as empty: the first backup creates it. */
function ifMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Timeouts in milliseconds: `transferMs` for requests that upload or download a backup, `callMs` for others. */
const usualPatience = { callMs: 30_000, transferMs: 60 * 60_000 }
/** Delays before each retry after a 5xx or 429 response of the S3 bucket, in milliseconds. */
const retryWaits = [200, 400, 800, 1_600]

/** Opens an S3 bucket as a backup store, at Amazon or at another provider's endpoint. */
export function openBackupBucket(config: BucketConfig, patience = usualPatience): BackupStore {
  const { bucket, prefix, endpoint, region } = config
  const client = new AwsClient({
    accessKeyId: config.keyId,
    secretAccessKey: config.secret,
    service: 's3',
    region,
  })
  const host = new URL(endpoint).hostname.replace(/^\[(.*)\]$/, '$1')
  const root = `${endpoint}/${encodeURIComponent(bucket)}`
  const place = `s3://${bucket}/${prefix}`
  const addressOf = (name: string) =>
    `${root}/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`

  /**
   * Sends a signed request, with retries. Pass the abort signal to `fetch` itself: a signal inside a Request object
   * is garbage collected, and the request would never time out.
   */
  async function send(address: string, init: RequestInit, signal: AbortSignal) {
    const sendOnce = async () => {
      await refuseForbidden(host)
      return fetch(await client.sign(address, init), { signal, redirect: 'manual' })
    }
    let response = await sendOnce()
    for (const wait of retryWaits) {
      if (response.status < 500 && response.status !== 429) break
      await response.body?.cancel()
      await setTimeout(wait)
      response = await sendOnce()
    }
    return response
  }

  async function call(what: string, address: string, init: RequestInit, ms = patience.callMs) {
    const signal = AbortSignal.timeout(ms)
    const response = await send(address, init, signal).catch((error: Error) => {
      throw new BackupFailed(`${place}: ${what} (${reasonOf(error)})`, { cause: error })
    })
    if (response.ok) return response
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text().catch(() => ''))?.[1]
    const answer = [response.status, code].filter(Boolean).join(' ')
    throw new BackupFailed(`${place}: ${what} (the answer was ${answer})`)
  }

  async function read<Result>(name: string, use: (body: Readable) => Promise<Result>) {
    const what = `${name} could not be read`
    const response = await call(what, addressOf(name), {}, patience.transferMs)
    try {
      return await use(Readable.fromWeb(response.body as never))
    } catch (error) {
      throw new BackupFailed(`${place}: ${what} (${reasonOf(error as Error)})`, { cause: error })
    }
  }

  async function remove(name: string) {
    await call(`${name} could not be removed`, addressOf(name), { method: 'DELETE' })
  }

  async function list() {
    const names: string[] = []
    let next: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix })
      if (next) query.set('continuation-token', next)
      const response = await call('could not list the backups', `${root}?${query}`, {})
      const text = await response.text()
      for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(key!.slice(key!.lastIndexOf('/') + 1))
      next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    } while (next)
    return names
  }

  /**
   * The request's signature covers the SHA-256 of the file, so the bucket rejects a file that was damaged in
   * transit.
   */
  async function put(name: string, file: string) {
    const hash = await hashFile(file)
    const headers = { 'x-amz-content-sha256': hash, 'content-type': 'application/gzip' }
    const init = { method: 'PUT', headers, body: await openAsBlob(file) }
    await call('could not write the backup', addressOf(name), init, patience.transferMs)
    try {
      if ((await read(name, hashStream)) === hash) return
      throw new BackupFailed(`${place} returned different bytes than were written.`)
    } catch (error) {
      await remove(name).catch(() => {})
      throw error
    }
  }

  return {
    place,
    list,
    put,
    remove,
    async fetch(name, file) {
      await read(name, (body) =>
        pipeline(body, createWriteStream(file, { mode: 0o600, flags: 'wx' })),
      )
    },
  }
}

/**
 * Returns a short reason for a failed request. `fetch` throws a generic "fetch failed", whose `cause` is the
 * network error.
 */
function reasonOf(error: Error) {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return error.name === 'TimeoutError'
    ? 'no answer in time'
    : (typeof code === 'string' && code) || message
}

/** Returns the SHA-256 of a stream in hexadecimal. */
async function hashStream(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

function hashFile(file: string): Promise<string> {
  return hashStream(createReadStream(file))
}
