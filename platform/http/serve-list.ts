import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { type ColumnTexts, readRows } from '#platform/db/column-texts.ts'
import { acceptsZstd, chosenEncoding } from './cached-response.ts'
import { type Input, serve } from './serve.ts'

type ListEndpoint = Endpoint & { reply: z.ZodArray<z.ZodObject> }

type Texts = ColumnTexts<Record<string, unknown>>

/** Compressors that flush after each portion, so that the browser can show it while the server reads the next one. */
const compressors = {
  zstd: () =>
    createZstdCompress({
      flush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    }),
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 }),
  identity: undefined,
}

/**
 * Serves a complete list in portions as a JSON array. Each portion is read when the previous one is being sent. On an
 * error the connection is closed without the closing bracket, so clients detect truncation.
 */
export function serveList<const E extends ListEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  list: (input: Input<E>) => AsyncGenerator<ColumnTexts<ReplyOf<E>[number]>>,
) {
  const row = endpoint.reply.element
  const portionsOf = list as (input: Input<E>) => AsyncGenerator<Texts>
  async function listAll(input: Input<E>) {
    const rows: unknown[] = []
    for await (const portion of portionsOf(input)) rows.push(...readRows(portion))
    return rows as ReplyOf<E>
  }
  serve(app, endpoint, listAll, {
    async shortcut({ headers, body, params, query }, reply) {
      const portions = portionsOf({ body, params, query } as Input<E>)
      // Read the first portion before the response begins. If that fails, the caller gets an ordinary error response.
      const first = await portions.next()
      const text = Readable.from(writeArray(row, first, portions), { objectMode: false })
      const accepted = headers['accept-encoding']
      const encoding = acceptsZstd.test(accepted ?? '') ? 'zstd' : chosenEncoding(accepted)
      void reply
        .type('application/json; charset=utf-8')
        .headers({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
      const compress = compressors[encoding]
      if (!compress) void reply.send(text)
      // If reading the list fails later, `pipeline` destroys the compressed stream, which closes the connection.
      else
        void reply.header('content-encoding', encoding).send(pipeline(text, compress(), () => {}))
      return true
    },
  })
}

/**
 * Yields a JSON array with each row on a line of its own, without fields that the endpoint's contract does not
 * have.
 */
async function* writeArray(
  row: z.ZodObject,
  first: IteratorResult<Texts>,
  others: AsyncGenerator<Texts>,
) {
  let lead = '[\n'
  for await (const portion of startingWith(first, others)) {
    const lines = readRows(portion).map((value) => JSON.stringify(row.parse(value)))
    if (lines.length === 0) continue
    yield `${lead}${lines.join(',\n')}`
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}

async function* startingWith(first: IteratorResult<Texts>, others: AsyncGenerator<Texts>) {
  try {
    for (let next = first; !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return(undefined)
  }
}
