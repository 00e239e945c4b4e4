import { openSite } from '#features/site/server/open-site.ts'
import { largestBundle, packSite, unpackSite } from '#features/site/server/site-bundle.ts'
import { systemClock } from '#kernel/clock.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { askThroughDoor, doorFiles, openDoor } from '#platform/door/door.ts'
import { createPublicFetch } from '#platform/http/fetch-public.ts'
import { pictureFolder } from '#platform/pictures/picture-folder.ts'
import { createPictureStore } from '#platform/pictures/picture-store.ts'
import type { Config } from '#platform/settings/config.ts'

export type SiteRequest = { action: 'export' } | { action: 'import'; text: string; note: string }

const file = doorFiles.site
const imported = 'Imported'

type Place = Parameters<typeof packSite>[0]

function answer(request: SiteRequest, place: Place) {
  if (request.action === 'export') return packSite(place)
  return unpackSite(request.text, request.note.slice(0, 200) || imported, place)
}

/**
 * Carries out `npm run site` in the process of the command, if the database is a PostgreSQL server or no
 * running site uses the embedded database.
 */
export async function answerSiteCommand(
  request: SiteRequest,
  config: Config,
  { db }: Pick<OpenDatabase, 'db'>,
): Promise<string> {
  const folder = pictureFolder(config.siteFile)
  const content = await openSite(db, config)
  const pictures = createPictureStore(db, folder, createPublicFetch())
  try {
    return await answer(request, { db, content, folder, pictures, now: systemClock.now() })
  } finally {
    await pictures.stop()
  }
}

/** Opens the local socket by which `npm run site` sends its request to a running site with the embedded database. */
export function openSiteDoor(deps: Deps) {
  const { config, db, pictures, clock } = deps
  const folder = pictureFolder(config.siteFile)
  return openDoor(config.dataDir, { file, longest: largestBundle * 2 }, (request) => {
    const place = { db, content: deps, folder, pictures, now: clock.now() }
    return answer(JSON.parse(request) as SiteRequest, place)
  })
}

export function askRunningSite(dataDir: string, request: SiteRequest): Promise<string> {
  const unheard = `The site on ${dataDir} does not answer. It may be starting or stopping. Try again in a minute.`
  return askThroughDoor(dataDir, { file, request: JSON.stringify(request), unheard })
}
