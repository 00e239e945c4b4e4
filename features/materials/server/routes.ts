import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireEvent } from '#features/events/server/event-rows.ts'
import * as contract from '#features/materials/contract.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { chooseRange, isKnownToBrowser } from '#platform/http/conditional-requests.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { acceptUploads } from '#platform/http/uploads.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { addMaterial } from './add-material.ts'
import { deleteMaterial } from './delete-material.ts'
import { type FilePath, readFile } from './read-file.ts'
import { listEventMaterials, listOwnMaterials, presentToAdmin } from './read-materials.ts'
import { readShowNotes, saveShowNotes } from './show-notes.ts'

type FileRequest = FastifyRequest<{ Params: FilePath }>

export function materialRoutes(app: FastifyInstance) {
  const { db, clock, config, time } = app.deps

  async function context(call: Call) {
    return { actor: await readActor(call), now: clock.now() }
  }
  const signing = async () => ({ linkKey: await readLinkKey(db), now: clock.now() })

  acceptUploads(app, { largest: contract.largestFile })
  serve(app, contract.listMaterials, async ({ params }) => {
    await requireEvent(db, params.id)
    const key = await signing()
    return (await listEventMaterials(db, params.id)).map((row) => presentToAdmin(row, key))
  })
  serve(app, contract.addMaterial, async ({ params, body }, call) => {
    const { upload } = call
    const totalMb = config.materialsTotalMb
    const given = { upload, totalMb, ...(await context(call)) }
    return presentToAdmin(await addMaterial(db, params.id, body, given), await signing())
  })
  serve(app, contract.deleteMaterial, async ({ params }, call) =>
    deleteMaterial(db, { eventId: params.id, id: params.materialId }, await context(call)),
  )
  serve(app, contract.getShowNotes, ({ params }) => readShowNotes(db, params.id))
  serve(app, contract.putShowNotes, async ({ params, body }, call) =>
    saveShowNotes(db, params.id, body.text, await context(call)),
  )
  serve(app, contract.listOwnMaterials, async ({ params }, call) => {
    const session = await call.session()
    const reader = {
      email: session?.email ?? null,
      isMember: session?.hasVideoAccess ?? false,
    }
    return listOwnMaterials(db, params.id, reader, time())
  })
  fileRoutes(app)
}

/** Registers the paths of files, which answer 404 to readers who may not see the file. */
function fileRoutes(app: FastifyInstance) {
  const { db, time } = app.deps
  for (const url of ['/materials/:id(^\\d{1,9}$)/:name', '/materials/:token/:until/:name']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      onRequest: countCall,
      async handler(request: FileRequest, reply) {
        const { headers, size, read } = await readFile(db, request.params, time())
        const range = chooseRange(request, { size, etag: headers.etag })
        if (range === 'unsatisfiable') {
          void reply.header('content-range', `bytes */${size}`)
          throw new Refusal('no_such_range')
        }
        void reply.headers(headers)
        if (isKnownToBrowser(request, headers.etag)) return reply.code(304).send()
        if (range) {
          const { start, end } = range
          void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
        }
        void reply.header('content-length', range ? range.end - range.start + 1 : size)
        return reply.send(request.method === 'HEAD' ? undefined : Readable.from(read(range)))
      },
    })
  }
}
