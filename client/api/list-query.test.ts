import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { listQuery, type ArrivingList } from './list-query.ts'

/** Reads a list that arrives in these pieces and then breaks off. */
async function readBroken(pieces: string[]) {
  const body = new ReadableStream({
    async start(stream) {
      for (const piece of pieces) {
        stream.enqueue(new TextEncoder().encode(piece))
        await new Promise((resolve) => setTimeout(resolve))
      }
      stream.close()
    },
  })
  const headers = { 'content-type': 'application/json' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = listQuery('GET /api/registrations')
  await expect(client.fetchQuery(query)).rejects.toThrow('ended before its end mark')
  vi.unstubAllGlobals()
  return client.getQueryData<ArrivingList<unknown>>(query.queryKey)
}

test('of a list that breaks off all rows are kept that came, the last ones too', async () => {
  const row = (id: number) => `{"id":${id}}`
  const kept = await readBroken([`[\n${row(3)},\n${row(2)},`, `\n${row(1)},`])
  expect(kept).toEqual({ rows: [{ id: 3 }, { id: 2 }, { id: 1 }], isComplete: false })
})
