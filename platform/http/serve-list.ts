import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { columnsType, rowsOf, type Columns, type ColumnTexts } from '#kernel/list-columns.ts'
import { acceptsZstd, chosenEncoding } from './cached-response.ts'
import { serve } from './serve.ts'

type ListEndpoint = Endpoint & { reply: z.ZodArray<z.ZodObject> }

type Texts = ColumnTexts<Record<string, unknown>>

/** Each portion is brought out at once: it is shown while the next is still being read. */
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
 * Serves a complete list as a JSON array that is read, compressed and sent in portions, each once the one
 * before is on its way, or in columns to who asks for them. Its end is a mark: where something fails, the
 * connection ends by an error, without it.
 */
export function serveList<const E extends ListEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  list: () => AsyncGenerator<ColumnTexts<ReplyOf<E>[number]>>,
) {
  const row = endpoint.reply.element
  const portionsOf = list as () => AsyncGenerator<Texts>
  async function listAll() {
    const rows: unknown[] = []
    for await (const portion of portionsOf()) rows.push(...readRows(portion))
    return rows as ReplyOf<E>
  }
  serve(app, endpoint, listAll, {
    async shortcut({ headers }, reply) {
      const portions = portionsOf()
      const isInColumns = headers.accept?.includes(columnsType) ?? false
      const write = isInColumns ? writeColumns : writeArray
      // What fails before anything was sent is refused like everything else.
      const first = await portions.next()
      const text = Readable.from(write(row, first, portions), { objectMode: false })
      const accepted = headers['accept-encoding']
      const encoding = acceptsZstd.test(accepted ?? '') ? 'zstd' : chosenEncoding(accepted)
      void reply
        .type(isInColumns ? columnsType : 'application/json; charset=utf-8')
        .headers({ 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding' })
      const compress = compressors[encoding]
      if (!compress) void reply.send(text)
      // A failure ends the compressed stream with it, and that ends the connection.
      else
        void reply.header('content-encoding', encoding).send(pipeline(text, compress(), () => {}))
      return true
    },
  })
}

/** Takes a portion apart. */
export function readRows<Row extends object>(texts: ColumnTexts<Row>) {
  const columns = Object.entries<string>(texts).map(([name, text]) => [name, JSON.parse(text)])
  return rowsOf(Object.fromEntries(columns) as Columns<Row>)
}

/** Each row on a line of its own, cut to the contract. */
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

/** The columns that the contract names, in the database's own words. */
async function* writeColumns(
  row: z.ZodObject,
  first: IteratorResult<Texts>,
  others: AsyncGenerator<Texts>,
) {
  const names = Object.keys(row.shape)
  for await (const portion of startingWith(first, others)) {
    // No text in JSON holds a line's end, but arrays in arrays are written on lines of their own.
    const columns = names.map((name) => `"${name}":${portion[name]!.replaceAll('\n', '')}`)
    yield `{${columns.join(',')}}\n`
  }
  yield '[]\n'
}

async function* startingWith(first: IteratorResult<Texts>, others: AsyncGenerator<Texts>) {
  try {
    for (let next = first; !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return(undefined)
  }
}
