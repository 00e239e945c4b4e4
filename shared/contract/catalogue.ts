import * as backups from './backups.ts'
import * as desk from './desk.ts'
import * as deskFigures from './desk-figures.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventChecks from './event-checks.ts'
import * as eventEditor from './event-editor.ts'
import * as events from './events.ts'
import * as importBatches from './import-batches.ts'
import * as imports from './imports.ts'
import * as links from './links.ts'
import * as library from './library.ts'
import * as mailingList from './mailing-list.ts'
import * as pictures from './pictures.ts'
import * as messages from './messages.ts'
import * as registrations from './registrations.ts'
import * as seats from './seats.ts'
import * as session from './session.ts'
import * as site from './site.ts'
import * as system from './system.ts'
import * as tracking from './tracking.ts'
import * as webhooks from './webhooks.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** Every call there is. The access test and the property test walk it; a route outside it fails them. */
export const catalogue: Endpoint[] = [
  events,
  registrations,
  session,
  library,
  links,
  messages,
  mailingList,
  seats,
  webhooks,
  tracking,
  desk,
  deskFigures,
  backups,
  eventEditor,
  eventChecks,
  pictures,
  imports,
  importBatches,
  site,
  system,
].flatMap((area) => Object.values<unknown>(area).filter(isEndpoint))
