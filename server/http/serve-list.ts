import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { chosenEncoding } from './kept-answer.ts'
import { serve } from './serve.ts'

type ListEndpoint = Endpoint & { reply: z.ZodArray<z.ZodObject> }

/** Each portion is brought out at once: it is shown while the next is still being read. */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 }),
  identity: undefined,
}

/**
 * Serves a complete list as a JSON array that is read, compressed and sent in portions, each once the one
 * before is on its way. Its closing bracket is the end mark: where something fails, the connection ends by
 * an error, without it.
 */
export function serveList<const E extends ListEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  list: () => AsyncGenerator<ReplyOf<E>>,
) {
  const row = endpoint.reply.element
  async function listAll() {
    const rows: unknown[] = []
    for await (const portion of list()) rows.push(...portion)
    return rows as ReplyOf<E>
  }
  serve(app, endpoint, listAll, {
    async shortcut(request, reply) {
      const portions = list()
      // What fails before anything was sent is refused like everything else.
      const first = await portions.next()
      const text = Readable.from(writeArray(row, first, portions), { objectMode: false })
      const encoding = chosenEncoding(request.headers['accept-encoding'])
      void reply
        .type('application/json; charset=utf-8')
        .headers({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
      const compress = compressors[encoding]
      if (!compress) void reply.send(text)
      // A failure ends the compressed stream with it, and that ends the connection.
      else
        void reply.header('content-encoding', encoding).send(pipeline(text, compress(), () => {}))
      return true
    },
  })
}

/** Each row on a line of its own, cut to the contract. */
async function* writeArray(
  row: z.ZodObject,
  first: IteratorResult<unknown[]>,
  others: AsyncGenerator<unknown[]>,
) {
  let lead = '[\n'
  try {
    for (let next = first; !next.done; next = await others.next()) {
      const lines = next.value.map((value) => JSON.stringify(row.parse(value)))
      yield `${lead}${lines.join(',\n')}`
      lead = ',\n'
    }
  } finally {
    await others.return(undefined)
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}
