import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getCurrentEvent, getEventPage } from '#shared/contract/events.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import { listMemberVideos, type LibraryVideo } from '#shared/contract/library.ts'
import type { PageCall } from '#shared/contract/page-call.ts'
import type { RefusalCode } from '#shared/contract/refusals.ts'
import { trackAccess } from '#shared/contract/tracking.ts'
import { eventPath } from '#shared/slug.ts'
import { acceptOnlyForms } from './accept-only-forms.ts'
import { countCall } from './count-call.ts'
import { makeCall } from './make-call.ts'
import {
  accessForm,
  enteringForm,
  eventForm,
  interestForm,
  type PageForm,
  type Typed,
} from './page-forms.ts'
import { refuseUnlessOwnSite } from './same-site.ts'

type Posted = {
  Body: Typed | undefined
  Params: { slug: string }
  Querystring: Record<string, unknown>
}
type FormPost = FastifyRequest<Posted>

type PageSide = {
  /** How the pages read what they show. */
  call: PageCall
  /** Renders the page of an address for one visitor, with what became of the form that they posted. */
  answerPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    answer?: FormAnswer,
  ) => Promise<FastifyReply>
}

/**
 * Public forms as ordinary ones, posted to the address of their page: each makes the very call that it
 * makes with scripts, and is answered with the page. Specification, "Forms".
 */
export async function postPageForms(app: FastifyInstance, { call, answerPage }: PageSide) {
  acceptOnlyForms(app)

  function serveForm(
    url: string,
    choose: (request: FormPost, reply: FastifyReply) => Promise<PageForm | undefined>,
  ) {
    app.route<Posted>({
      method: 'POST',
      url,
      schema: { hide: true },
      onRequest: async (request) => refuseUnlessOwnSite(request, app.deps.config.publicUrl),
      async handler(request, reply) {
        const form = await choose(request, reply)
        if (reply.sent || !form) return reply
        return answerPage(request, reply, await post(request, reply, form))
      },
    })
  }

  async function post(request: FormPost, reply: FastifyReply, form: PageForm): Promise<FormAnswer> {
    const typed = onlyFields(request.body, form)
    const { source } = request.query
    const body = form.sent(typed, typeof source === 'string' ? source : undefined)
    const {
      statusCode: status,
      headers,
      body: text,
    } = await makeCall(request, form.endpoint, { body })
    for (const name of ['set-cookie', 'retry-after']) {
      if (headers[name] !== undefined) void reply.header(name, headers[name])
    }
    const code = (headers['refusal-code'] as RefusalCode | undefined) ?? null
    const answer = { typed, status, code, reply: status < 500 ? JSON.parse(text) : null }
    if (form !== enteringForm || status !== 200) return answer
    const cookies = [headers['set-cookie'] ?? []].flat().map((set) => set.split(';', 1)[0])
    return { ...answer, videos: await enterLibrary(request, cookies.join('; ')) }
  }

  serveForm('/members', async () => enteringForm)
  serveForm('/notify', async () => interestForm(null))
  serveForm('/register', async () => accessForm(await call(getCurrentEvent)))
  serveForm('/events/:slug', async (request, reply) => {
    const { slug } = request.params
    try {
      const event = await call(getEventPage, { slug })
      if (event.slug === slug) return eventForm(event)
      // The browser sends the form once more, to the present address.
      void reply.redirect(eventPath(event.slug), 308)
    } catch (error) {
      // The page says it: there is no such event, or the database does not answer.
      if (!(error instanceof Response)) throw error
      await countCall(request)
      await answerPage(request, reply)
    }
    return undefined
  })
}

function onlyFields(body: Typed | undefined, { fields }: PageForm): Typed {
  const given = Object.entries(body ?? {}).filter(([name]) => fields.includes(name))
  return Object.fromEntries(given)
}

/** What the new session sees; its login is noted, as the library does. Specification, "Usage". */
async function enterLibrary(request: FastifyRequest, cookie: string): Promise<LibraryVideo[]> {
  await makeCall(request, trackAccess, { body: { accessType: 'login' }, cookie })
  const { statusCode, body } = await makeCall(request, listMemberVideos, { cookie })
  return statusCode === 200 ? listMemberVideos.reply.parse(JSON.parse(body)) : []
}
