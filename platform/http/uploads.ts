import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from '#platform/errors/refusal.ts'

/** A file that a caller sent as the field `file` of a form, until the call has been answered. */
export type Upload = { path: string; fileName: string; size: number }

type Form = { fields: Map<string, string>; upload: Upload | undefined }

const mega = 1024 * 1024
/** Maximum bytes of the form's other fields, besides the uploaded file. */
const besideFile = mega
const limits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 16 * 1024,
  headerPairs: 20,
}

/**
 * Milliseconds in which a request must arrive while a file is uploaded. Node.js has one limit for all connections, and
 * the usual one would end the upload of a large file over a slow connection.
 */
const patienceMs = 10 * 60_000

const folderPrefix = 'greenroom-upload-'
/** Milliseconds after which a temporary folder belongs to no request: longer than `patienceMs`. */
const abandonedMs = 60 * 60_000

const received = new WeakMap<FastifyRequest, { folder: string; upload: Upload | undefined }>()

/** Returns the file that came with a request; undefined if there is none. */
export function uploadOf(request: FastifyRequest): Upload | undefined {
  return received.get(request)?.upload
}

/**
 * Accepts `multipart/form-data` in calls of the Fastify scope `area`: streams the field `file` to a temporary file, and
 * passes the other fields as the body. Throws 413 for a file of more than `largest` bytes. Deletes the file before the
 * response, and at once if the form is invalid or the connection breaks.
 */
export function acceptUploads(area: FastifyInstance, { largest }: { largest: number }) {
  const usualMs = area.server.requestTimeout
  let uploads = 0

  async function receive(request: FastifyRequest, body: IncomingMessage) {
    if (Number(request.headers['content-length'] ?? 0) > largest + besideFile) {
      throw tooLarge(largest)
    }
    const folder = await mkdtemp(join(tmpdir(), folderPrefix))
    if (uploads++ === 0) area.server.requestTimeout = patienceMs
    try {
      const { fields, upload } = await readForm(request, body, folder, largest)
      received.set(request, { folder, upload })
      return Object.fromEntries(fields)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    } finally {
      if (--uploads === 0) area.server.requestTimeout = usualMs
    }
  }

  area.addHook('onReady', removeAbandoned)
  area.addContentTypeParser('multipart/form-data', receive)
  // Not `onResponse`, which Fastify does not call if the connection closes before the response.
  area.addHook('onSend', async (request) => {
    const found = received.get(request)
    if (found) await rm(found.folder, { recursive: true, force: true })
  })
}

/** Deletes the temporary folders that killed processes left; those of other nodes on this machine are younger. */
async function removeAbandoned() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    // Another node may delete its folder meanwhile, and a folder may belong to another user.
    const changedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (Date.now() - changedAt < abandonedMs) continue
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function tooLarge(largest: number) {
  const message = `The file is larger than ${largest / mega} MB`
  return invalidInput([{ field: 'file', message }], 'too_large')
}

const wrong = (field: string, message: string) => invalidInput([{ field, message }])
const incomplete = () => wrong('file', 'The form is incomplete or damaged. Please send it again.')

function createParser({ headers }: FastifyRequest, largest: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...limits, fileSize: largest },
    })
  } catch {
    throw incomplete()
  }
}

function readForm(
  request: FastifyRequest,
  body: IncomingMessage,
  folder: string,
  largest: number,
): Promise<Form> {
  const parser = createParser(request, largest)
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const stopped = new AbortController()
  const fields = new Map<string, string>()
  let writing: Promise<Upload | undefined> = Promise.resolve(undefined)

  async function write(file: BusboyFileStream, fileName: string) {
    const path = join(folder, 'file')
    let size = 0
    file.on('data', (part: Buffer) => (size += part.length))
    await pipeline(file, createWriteStream(path), { signal: stopped.signal })
    return { path, fileName, size }
  }

  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) reject(wrong(name.trim() || 'body', 'This field is too long'))
    fields.set(name, value)
  })
  parser.on('file', (name, file, fileName) => {
    if (name !== 'file') {
      file.resume()
      return reject(wrong(name.trim() || 'body', `Unknown file "${name}"`))
    }
    file.once('limit', () => reject(tooLarge(largest)))
    writing = write(file, fileName)
    writing.catch(reject)
  })
  for (const excess of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(excess, () => reject(wrong('body', 'The form has too many fields or files')))
  }
  parser.on('error', () => reject(incomplete()))
  parser.on('finish', () => void writing.then((upload) => resolve({ fields, upload }), reject))
  body.once('error', () => reject(incomplete()))
  // The body also emits `close` after it has been read completely, which is no error.
  body.once('close', () => body.readableEnded || reject(incomplete()))
  body.pipe(parser)
  return promise.catch(async (error: unknown) => {
    // Discard the rest of the body, because a closed connection would lose the response.
    body.unpipe(parser)
    body.resume()
    stopped.abort()
    await writing.catch(() => {})
    throw error
  })
}
