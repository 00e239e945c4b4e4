import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getCurrentEvent, getEventPage } from '#features/events/contract.ts'
import {
  answerFieldNames,
  answersBodyLimit,
  answersInFields,
} from '#features/form-questions/rules.ts'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { listMemberVideos, type LibraryVideo, trackAccess } from '#features/library/contract.ts'
import {
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import {
  consentSent,
  interestSent,
  registrationSent,
  videoAccessSent,
} from '#features/registrations/rules.ts'
import * as series from '#features/series-registrations/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { type Endpoint, usualBodyLimit } from '#kernel/endpoint.ts'
import type { EventPage, PublicEvent } from '#kernel/event-shapes.ts'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'
import type { RefusalCode } from '#kernel/refusals.ts'
import { eventPath } from '#kernel/slug.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { refuseUnlessOwnSite } from '#platform/http/origin.ts'
import { countCall, countFormPage } from '#platform/http/rate-limits.ts'
import { isTooMany, sendRefusalPage } from '#platform/http/refusal-page.ts'
import {
  answerForm,
  confirmForm,
  linkForm,
  offerForm,
  type PageForm,
  seriesForm,
  type Typed,
} from './link-forms.ts'
import { readOrigin } from './visitor-origin.ts'

type Posted = {
  Body: Typed | undefined
  Params: { slug: string; token: string }
  Querystring: Record<string, unknown>
}
type FormPost = FastifyRequest<Posted>

type PageSide = {
  /** Calls a public endpoint without HTTP, in the same process, as loaders of pages do. */
  call: PageCall
  /** Renders a page for one visitor with the result of the form that they posted. */
  answerPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer?: FormAnswer,
  ) => Promise<FastifyReply>
  /** Throws a 404 refusal if the request's path is an alias of the page, such as a path with capitals. */
  refuseAlias: (request: FastifyRequest) => Promise<void>
}

/**
 * Serves public forms in browsers without JavaScript. The browser posts each form to the URL of its page. The
 * server calls the endpoint that scripts would call, and responds with the rendered page.
 */
export async function postPageForms(
  app: FastifyInstance,
  { call, answerPage, refuseAlias }: PageSide,
) {
  acceptOnlyForms(app)

  function serveForm(
    url: string,
    choose: (request: FormPost, reply: FastifyReply) => Promise<PageForm | undefined>,
    { isSigned = false, bodyLimit = usualBodyLimit } = {},
  ) {
    app.route<Posted>({
      method: 'POST',
      url,
      bodyLimit,
      schema: { hide: true },
      async onRequest(request) {
        await refuseAlias(request)
        // A form whose URL contains a token needs no Origin check, because the token authorises the request. Its page
        // has the policy `no-referrer`, so browsers send no Origin.
        if (!isSigned) refuseUnlessOwnSite(request, app.deps.settings().publicUrl)
      },
      async handler(request, reply) {
        let form: PageForm | undefined
        try {
          form = await choose(request, reply)
          if (reply.sent || !form) return reply
          const answer = await post(request, reply, form)
          // The endpoint's own rate limit counts only posts that the endpoint accepts. Count all other posts here,
          // because the response is a rendered page.
          if (!form.hasOwnLimit || answer.status !== 200) await countFormPage(request)
          return await answerPage(request, reply, answer)
        } catch (error) {
          if (!isTooMany(error)) throw error
          return sendRefusalPage(reply, error, form && onlyFields(request.body, form))
        }
      },
    })
  }

  async function post(request: FormPost, reply: FastifyReply, form: PageForm): Promise<FormAnswer> {
    const typed = onlyFields(request.body, form)
    const body = form.sent(withoutBox(typed), {
      consent: consentSent(app.deps.site().series.consent, typed['receiveUpdates'] !== undefined),
      origin: readOrigin(request),
    })
    const {
      statusCode: status,
      headers,
      body: text,
    } = await makeCall(request, form.endpointOf?.(typed) ?? form.endpoint, { body })
    for (const name of ['set-cookie', 'retry-after', 'x-request-id']) {
      if (headers[name] !== undefined) void reply.header(name, headers[name])
    }
    const code = (headers['refusal-code'] as RefusalCode | undefined) ?? null
    const answer = { typed, status, code, reply: status < 500 ? JSON.parse(text) : null }
    if (form !== enteringForm || status !== 200) return answer
    const cookies = [headers['set-cookie'] ?? []].flat().map((set) => set.split(';', 1)[0])
    return { ...answer, videos: await enterLibrary(request, cookies.join('; ')) }
  }

  const signed = { isSigned: true }
  serveForm('/join/:token', async ({ params }) => linkForm(takeJoinLink, params.token), signed)
  serveForm('/every-event/:token', async ({ params }) => seriesForm(params.token), signed)
  serveForm('/interest/:token', async ({ params }) => offerForm(params.token), signed)
  serveForm('/confirm-seat/:token', async ({ params }) => confirmForm(params.token), signed)
  const answer = async ({ params }: FormPost) => answerForm(params.token)
  serveForm('/answers/:token', answer, signed)
  serveForm('/members', async () => enteringForm)
  serveForm('/notify', async () => interestForm(null))
  serveForm('/register', async () => accessForm(await call(getCurrentEvent)))
  async function chooseEventForm(request: FormPost, reply: FastifyReply) {
    const { slug } = request.params
    try {
      const event = await call(getEventPage, { slug })
      if (event.slug === slug) return eventForm(event)
      // With status 308, the browser repeats the post at the event page's current URL.
      void reply.redirect(eventPath(event.slug), 308)
    } catch (error) {
      // The event may be missing, or the database may have failed. Render the page, which tells the visitor so.
      if (!(error instanceof Response)) throw error
      await countCall(request)
      await countFormPage(request)
      await answerPage(request, reply)
    }
    return undefined
  }
  serveForm('/events/:slug', chooseEventForm, { bodyLimit: answersBodyLimit })
}

/** Removes the consent checkbox from the posted fields, because `consentSent` adds the consent to the request body. */
function withoutBox(typed: Typed): Typed {
  const { receiveUpdates: _, ...fields } = typed
  return fields
}

function onlyFields(body: Typed | undefined, { fields }: PageForm): Typed {
  const known = Object.entries(body ?? {}).filter(([name]) => fields.includes(name))
  return Object.fromEntries(known)
}

/** Returns the videos that the visitor's new session may watch, and records the visit to the library. */
async function enterLibrary(request: FastifyRequest, cookie: string): Promise<LibraryVideo[]> {
  await makeCall(request, trackAccess, { body: { accessType: 'login' }, cookie })
  const { statusCode, body } = await makeCall(request, listMemberVideos, { cookie })
  return statusCode === 200 ? listMemberVideos.reply.parse(JSON.parse(body)) : []
}

const person = ['firstName', 'lastName', 'email', 'receiveUpdates']
const work = ['company', 'jobTitle']

const enteringForm: PageForm = {
  endpoint: logInWithEmail,
  fields: ['email'],
  hasOwnLimit: false,
  sent: (typed) => typed,
}

const interestForm = (event: { id: number } | null): PageForm => ({
  endpoint: registerForFutureEvents,
  fields: person,
  hasOwnLimit: true,
  sent: (typed, context) => interestSent(typed, event, context),
})

/**
 * Returns the form that requests access to the video library. `next` is the event for which the form's checkbox offers
 * an invitation; null if there is none.
 */
const accessForm = (next: PublicEvent | null): PageForm => ({
  endpoint: requestVideoAccess,
  fields: [...person, ...work, 'mobile', 'receiveEventInvites', 'waitlist'],
  hasOwnLimit: true,
  sent(typed, context) {
    const receiveEventInvites = next !== null && Boolean(typed['receiveEventInvites'])
    const waitlist = Boolean(typed['waitlist'])
    return videoAccessSent({ ...typed, receiveEventInvites }, next, { ...context, waitlist })
  },
})

/** Returns the form that the page of an event shows. */
function eventForm(event: EventPage): PageForm {
  if (event.isCancelled) return interestForm(null)
  if (event.status === 'completed') return interestForm(event)
  if (event.status === 'pre_registration') {
    return {
      endpoint: preRegister,
      fields: person,
      hasOwnLimit: true,
      sent: (typed, context) => interestSent(typed, event, context),
    }
  }
  const { formQuestions = [] } = event
  return {
    endpoint: registerForEvents,
    endpointOf: (typed) => (typed['wholeSeries'] ? series.registerForSeries : undefined),
    fields: [
      ...person,
      ...work,
      'waitlist',
      'wholeSeries',
      ...formQuestions.flatMap(answerFieldNames),
    ],
    hasOwnLimit: true,
    sent: (typed, context) => ({
      ...registrationSent(typed, event.id, { ...context, waitlist: Boolean(typed['waitlist']) }),
      answers: answersInFields(formQuestions, (name) => typed[name]),
      // The button after a registration asks for every event alone.
      ...(typed['wholeSeries'] === 'only' && { eventIds: [] }),
    }),
  }
}

/**
 * Calls an API endpoint through its Fastify route on behalf of a visitor, so that access checks, rate limits and
 * validation apply. `cookie` is the Cookie header with the visitor's session.
 */
async function makeCall(
  request: FastifyRequest,
  endpoint: Endpoint,
  { body, cookie = request.headers.cookie }: { body?: object; cookie?: string | undefined } = {},
) {
  const { config } = request.server.deps
  return request.server.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: request.ip,
    headers: {
      host: request.host,
      'user-agent': request.headers['user-agent'] ?? '',
      // Pass the visitor's protocol (https or http) on, which a trusted proxy in front of the server has reported.
      ...(config.trustProxy && { 'x-forwarded-proto': request.protocol }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body && { payload: body }),
  })
}

/** Makes the routes of a Fastify scope accept only URL-encoded form posts. */
function acceptOnlyForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(
      new Refusal('not_json', {
        message: 'The body must be a form (application/x-www-form-urlencoded)',
      }),
    ),
  )
}
