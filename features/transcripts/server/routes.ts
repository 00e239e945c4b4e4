import type { FastifyInstance } from 'fastify'
import * as contract from '#features/transcripts/contract.ts'
import { getPublicTranscript as publicTranscriptContract } from '#features/transcripts/contract.ts'
import { acceptsBrotli } from '#platform/http/cached-response.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { saveChapters } from './chapters.ts'
import { getPublicTranscript, getMemberTranscript, getTranscript } from './get-transcript.ts'
import { changeTranscript, deleteTranscript, saveTranscript } from './save-transcript.ts'
import { expandAnswer } from './store-transcript.ts'

export function transcriptRoutes(app: FastifyInstance) {
  const { db, time, clock } = app.deps

  async function context(call: Call) {
    return { actor: await readActor(call), now: clock.now() }
  }

  serve(app, contract.getTranscript, ({ params }) => getTranscript(db, params.id))
  serve(app, contract.putTranscript, async ({ params, query, body }, call) =>
    saveTranscript(db, params.id, body, { ...query, ...(await context(call)) }),
  )
  serve(app, contract.changeTranscript, async ({ params, body }, call) =>
    changeTranscript(db, params.id, body, await context(call)),
  )
  serve(app, contract.deleteTranscript, async ({ params }, call) =>
    deleteTranscript(db, params.id, await context(call)),
  )
  serve(app, contract.putChapters, async ({ params, query, body }, call) =>
    saveChapters(db, params.id, body.text, { ...query, ...(await context(call)) }),
  )
  serve(
    app,
    contract.getMemberTranscript,
    async ({ params }) => expandAnswer(await getMemberTranscript(db, params.id, time())),
    {
      /**
       * Sends the stored Brotli data to browsers that accept Brotli, without decompressing and compressing it again.
       */
      async shortcut(request, reply) {
        if (!acceptsBrotli.test(request.headers['accept-encoding'] ?? '')) return false
        const { id } = request.params as { id: number }
        const answer = await getMemberTranscript(db, id, time())
        void reply
          .header('cache-control', 'no-store')
          .header('vary', 'Accept-Encoding')
          .header('content-type', 'application/json; charset=utf-8')
          .header('content-encoding', 'br')
          .send(answer)
        return true
      },
    },
  )
  serve(app, publicTranscriptContract, ({ params }) => getPublicTranscript(db, params.id, time()))
}
