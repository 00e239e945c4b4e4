import { setTimeout as wait } from 'node:timers/promises'
import type { HealthFinding } from '#features/health/contract.ts'
import { checkHealth } from '#features/health/server/check-health.ts'
import { describeSite } from '#features/health/server/routes.ts'
import type { Deps } from '#platform/deps.ts'
import { askThroughDoor, doorFiles, DoorRefused, openDoor } from '#platform/door/door.ts'

const file = doorFiles.health
/** Longer than any check takes. */
const patienceMs = 30_000

/** Through it `npm run doctor` asks the site that has the embedded database. */
export function openHealthDoor(deps: Deps) {
  return openDoor(deps.config.dataDir, { file }, async () =>
    JSON.stringify(await checkHealth(describeSite(deps))),
  )
}

/** What the site that runs on the data folder finds. Throws DoorRefused where it does not answer. */
export async function askSiteHealth(dataDir: string): Promise<HealthFinding[]> {
  const unheard =
    'The site has the database and does not answer: it is just starting or stopping, of another release, or stuck. Wait a minute and look again; if it stays so, start it again.'
  const asking = askThroughDoor(dataDir, { file, unheard })
  const answer = await Promise.race([asking, wait(patienceMs, undefined, { ref: false })])
  if (answer === undefined) throw new DoorRefused(unheard)
  return JSON.parse(answer) as HealthFinding[]
}
