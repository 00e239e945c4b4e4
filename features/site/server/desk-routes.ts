import type { FastifyInstance } from 'fastify'
import * as contract from '#features/site/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import {
  getSiteContent,
  listSiteVersions,
  publishSite,
  restoreSiteVersion,
  saveSiteDraft,
} from './site-draft.ts'

/** The site's content on the desk: its draft, what is published, and what was. */
export function siteDeskRoutes(app: FastifyInstance) {
  const { deps } = app
  const { db, clock, pictures } = deps
  const deed = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })

  serve(app, contract.getSiteContent, () => getSiteContent(db, deps))
  serve(app, contract.saveSiteDraft, async ({ body }, call) => {
    const { isThere } = pictures
    return saveSiteDraft(db, body, { ...(await deed(call)), isThere }, deps)
  })
  serve(app, contract.publishSite, async ({ body }, call) =>
    publishSite(db, body, await deed(call), deps),
  )
  serve(app, contract.listSiteVersions, () => listSiteVersions(db))
  serve(app, contract.restoreSiteVersion, async ({ params }, call) =>
    restoreSiteVersion(db, params.id, await deed(call), deps),
  )
}
