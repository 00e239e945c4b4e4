import type { FastifyInstance } from 'fastify'
import * as contract from '#features/partner-links/contract.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { createPartnerLink, listPartnerLinks, removePartnerLink } from './partner-links.ts'
import { readPartnerNumbers } from './partner-numbers.ts'

/** Maximum number of links whose numbers are counted simultaneously. */
const countsAtOnce = 1

export function partnerLinkRoutes(app: FastifyInstance) {
  const { clock, db, site, time } = app.deps
  const turns = createTurns(countsAtOnce)
  const deed = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })

  serve(app, contract.listPartnerLinks, () => listPartnerLinks(db))
  serve(app, contract.createPartnerLink, async ({ body }, call) =>
    createPartnerLink(db, body, await deed(call)),
  )
  serve(app, contract.removePartnerLink, async ({ params }, call) =>
    removePartnerLink(db, params.id, await deed(call)),
  )
  serve(app, contract.readPartnerNumbers, async ({ params }) =>
    readPartnerNumbers(db, turns, await findLinkedRow(db, 'partner', params.token), {
      ...time(),
      display: site().display,
    }),
  )
}
