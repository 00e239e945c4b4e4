import * as account from '#features/account/contract.ts'
import * as administrators from '#features/administrators/contract.ts'
import * as apiKeys from '#features/api-keys/contract.ts'
import * as publicApi from '#features/public-api/contract.ts'
import * as announcements from '#features/announcements/contract.ts'
import * as crew from '#features/crew/contract.ts'
import * as erasure from '#features/erasure/contract.ts'
import * as eventDefaults from '#features/event-defaults/contract.ts'
import * as eventMails from '#features/event-mails/contract.ts'
import * as events from '#features/events/contract.ts'
import * as feedback from '#features/feedback/contract.ts'
import * as formQuestions from '#features/form-questions/contract.ts'
import * as siteHealth from '#features/health/contract.ts'
import * as imports from '#features/imports/contract.ts'
import * as joinLinks from '#features/join-links/contract.ts'
import * as library from '#features/library/contract.ts'
import * as materials from '#features/materials/contract.ts'
import * as mailTexts from '#features/mail-texts/contract.ts'
import * as mails from '#features/mails/contract.ts'
import * as newsletter from '#features/newsletter/contract.ts'
import * as people from '#features/people/contract.ts'
import * as pictures from '#features/pictures/contract.ts'
import * as questions from '#features/questions/contract.ts'
import * as registrations from '#features/registrations/contract.ts'
import * as funnel from '#features/funnel/contract.ts'
import * as partnerLinks from '#features/partner-links/contract.ts'
import * as reports from '#features/reports/contract.ts'
import * as setup from '#features/setup/contract.ts'
import * as settings from '#features/settings/contract.ts'
import * as signIn from '#features/sign-in/contract.ts'
import * as site from '#features/site/contract.ts'
import * as sources from '#features/sources/contract.ts'
import * as transcripts from '#features/transcripts/contract.ts'
import * as webinars from '#features/webinars/contract.ts'
import * as seriesRegistrations from '#features/series-registrations/contract.ts'
import * as waitlist from '#features/waitlist/contract.ts'
import * as webhooks from '#features/webhooks/contract.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import * as health from '#kernel/health.ts'

declare module '#client/api/call.ts' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Contracts {
    all: (typeof contracts)[number]
  }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** The endpoint contracts of all features. Their types define which endpoints the browser's `call` accepts. */
const contracts = [
  events,
  registrations,
  sources,
  signIn,
  library,
  transcripts,
  materials,
  joinLinks,
  questions,
  feedback,
  formQuestions,
  crew,
  eventDefaults,
  eventMails,
  mails,
  mailTexts,
  announcements,
  newsletter,
  webinars,
  reports,
  funnel,
  partnerLinks,
  people,
  erasure,
  account,
  administrators,
  settings,
  siteHealth,
  pictures,
  imports,
  site,
  setup,
  apiKeys,
  publicApi,
  seriesRegistrations,
  waitlist,
  webhooks,
  health,
] as const

/**
 * Operation ids in the OpenAPI document that differ from the endpoint's name in the code. They keep former
 * names, because generated clients use them.
 */
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

/** Every endpoint of the API, with its operation id in the OpenAPI document. */
export const operations: [name: string, entry: Endpoint][] = contracts.flatMap((contract) =>
  Object.entries<unknown>(contract).flatMap(([name, entry]): [string, Endpoint][] =>
    isEndpoint(entry) ? [[listedNames[name] ?? name, entry]] : [],
  ),
)

/**
 * Every endpoint of the API. The access test and the property test call each of them, and fail if the app has a
 * route that is not in this list.
 */
export const catalogue: Endpoint[] = operations.map(([, entry]) => entry)
