import type { HealthFinding } from '#features/health/contract.ts'
import type { Listening } from '#platform/http/response-cache.ts'
import { cannotListenMessage } from '#platform/http/listen-for-changes.ts'
import type { SiteAnswer } from './arrival.ts'
import { green, yellow, type HealthContext, type WithDatabase } from './findings.ts'

type Ask = (origin: string) => Promise<SiteAnswer>

/**
 * Returns the origin, such as `http://127.0.0.1:3000`, at which a site with these settings responds on this machine.
 */
function ownOrigin({ config: { host, port } }: HealthContext): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/**
 * Checks that the site runs. If `site` is set, the running site itself executes the check, as it also does for the
 * terminal command on the embedded database.
 */
export async function checkSite(context: HealthContext, ask: Ask): Promise<HealthFinding[]> {
  const { site, config } = context
  if (site) return [green('site', 'The site runs.')]
  const way = 'Start it with npm start or your service manager.'
  if (!config.databaseUrl) return [yellow('site', `The site does not run. ${way}`)]
  if (!config.port) return []
  const origin = ownOrigin(context)
  const answer = await ask(origin).catch(() => undefined)
  if (answer?.arrival || (answer?.status === 200 && !answer.wasAsked)) {
    return [green('site', `The site runs at ${origin}.`)]
  }
  const words = answer
    ? `Another program listens at ${origin}. Stop it, or set another PORT.`
    : `No site answers at ${origin}. ${way}`
  return [yellow('site', words)]
}

/**
 * Checks that this node receives notifications from other nodes. No finding with the embedded database, which only
 * one node can open.
 */
export async function checkListening(context: WithDatabase, ask: Ask): Promise<HealthFinding[]> {
  const { site, database } = context
  if (database.kind === 'embedded') return []
  const listening =
    site?.listening ?? (await ask(ownOrigin(context)).catch(() => undefined))?.arrival?.listening
  return listening === undefined ? [] : [judgeListening(listening)]
}

function judgeListening(listening: Listening): HealthFinding {
  if (listening === 'all')
    return green('listening', 'This node receives notifications from other nodes.')
  if (listening === 'deaf') return yellow('listening', cannotListenMessage)
  const words =
    'This node receives no notifications from other nodes; it retries every second. If this persists, check the connection to the database.'
  return yellow('listening', words)
}
