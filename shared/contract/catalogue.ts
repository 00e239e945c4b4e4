import * as administrators from './administrators.ts'
import * as backups from './backups.ts'
import * as crew from './crew.ts'
import * as adminLists from './desk.ts'
import * as reports from './desk-figures.ts'
import * as dropOff from './drop-off.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventChecks from './event-checks.ts'
import * as eventEditor from './event-editor.ts'
import * as publicTranscripts from './event-words.ts'
import * as events from './events.ts'
import * as importBatches from './import-batches.ts'
import * as imports from './imports.ts'
import * as links from './links.ts'
import * as librarySearch from './library-search.ts'
import * as library from './library.ts'
import * as mailingList from './mailing-list.ts'
import * as people from './people.ts'
import * as personActs from './person-acts.ts'
import * as pictures from './pictures.ts'
import * as account from './me.ts'
import * as mails from './messages.ts'
import * as questions from './questions.ts'
import * as registrations from './registrations.ts'
import * as seats from './seats.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as site from './site.ts'
import * as system from './system.ts'
import * as tracking from './tracking.ts'
import * as transcripts from './transcripts.ts'
import * as webhooks from './webhooks.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** The contract's files. The browser takes the addresses of its calls from their types. */
export const areas = [
  events,
  registrations,
  session,
  library,
  transcripts,
  publicTranscripts,
  librarySearch,
  links,
  questions,
  crew,
  mails,
  mailingList,
  seats,
  webhooks,
  tracking,
  adminLists,
  reports,
  dropOff,
  people,
  personActs,
  account,
  backups,
  administrators,
  settings,
  eventEditor,
  eventChecks,
  pictures,
  imports,
  importBatches,
  site,
  system,
] as const

/** By the names in code, what the API document calls them: clients are made from it. */
const listedNames: Record<string, string> = {
  cancelOwnRegistration: 'cancelMyRegistration',
  changeOwnTopics: 'changeMyTopics',
  confirmRegistration: 'confirmSeat',
  eraseAccount: 'eraseMe',
  exportAccount: 'exportMe',
  openCrewRoom: 'findCrewWay',
  findJoinPath: 'findWayIn',
  getDashboardCounts: 'getDeskCounts',
  getReports: 'getDeskFigures',
  getPublicTranscript: 'getEventWords',
  getAccount: 'getMe',
  getMailSetup: 'getMessageSetup',
  getWebinarSeatSetup: 'getSeatSetup',
  handleMailerliteWebhook: 'hearMailerlite',
  receiveZoomWebhook: 'hearZoom',
  listOutboxEntries: 'listDeliveries',
  listWebinarSeats: 'listSeats',
  previewStatusChanges: 'previewEventMoves',
  readOutboxEntry: 'readDelivery',
  readRegistrationOffer: 'readSeat',
  retryOutboxEntries: 'repeatDeliveries',
  retryOutboxEntry: 'repeatDelivery',
  retryReport: 'repeatReport',
  retryWebinarSeat: 'repeatSeat',
  retryWebinarSeats: 'repeatSeats',
  retrySyncs: 'repeatSyncs',
  confirmForPerson: 'takeSeat',
}

/** Every call there is with its name, under which the API document lists it. */
export const operations: [name: string, entry: Endpoint][] = areas.flatMap((area) =>
  Object.entries<unknown>(area).flatMap(([name, entry]): [string, Endpoint][] =>
    isEndpoint(entry) ? [[listedNames[name] ?? name, entry]] : [],
  ),
)

/** The access test and the property test walk it; a route outside it fails them. */
export const catalogue: Endpoint[] = operations.map(([, entry]) => entry)
