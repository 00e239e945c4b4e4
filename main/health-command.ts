import { setTimeout as wait } from 'node:timers/promises'
import type { HealthFinding } from '#features/health/contract.ts'
import { checkHealth } from '#features/health/server/check-health.ts'
import { describeSite } from '#features/health/server/routes.ts'
import type { Deps } from '#platform/deps.ts'
import { askThroughDoor, doorFiles, DoorRefused, openDoor } from '#platform/door/door.ts'

const file = doorFiles.health
/** Timeout for the running site's answer in milliseconds; longer than any health check takes. */
const patienceMs = 30_000

/**
 * Opens the local socket by which `npm run doctor` asks a running site with the embedded database for its
 * findings.
 */
export function openHealthDoor(deps: Deps) {
  return openDoor(deps.config.dataDir, { file }, async () =>
    JSON.stringify(await checkHealth(describeSite(deps))),
  )
}

/**
 * Returns the health findings of the site that uses a data folder. Throws DoorRefused if the site does not
 * answer.
 */
export async function askSiteHealth(dataDir: string): Promise<HealthFinding[]> {
  const unheard =
    'The site uses the database but does not answer. It may be starting or stopping, of another release, or stuck. Try again in a minute, and restart the site if this persists.'
  const asking = askThroughDoor(dataDir, { file, unheard })
  const answer = await Promise.race([asking, wait(patienceMs, undefined, { ref: false })])
  if (answer === undefined) throw new DoorRefused(unheard)
  return JSON.parse(answer) as HealthFinding[]
}
