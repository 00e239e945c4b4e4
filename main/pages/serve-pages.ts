import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getEventPage } from '#features/events/contract.ts'
import { listOwnPages } from '#features/site/server/own-page.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { ownPages } from '#kernel/site.ts'
import { readWatchAddress, writeWatchAddress } from '#kernel/slug.ts'
import { Refusal, retryLater } from '#platform/errors/refusal.ts'
import type { Rendered } from '#platform/http/cached-response.ts'
import { malformedAddress, publicOrigin } from '#platform/http/origin.ts'
import { countCall, countDrawing } from '#platform/http/rate-limits.ts'
import { dataPolicy, secureDocument } from '#platform/http/security-headers.ts'
import { findPageAddress, type PageAddress } from './page-address.ts'
import { postPageForms } from './page-forms.ts'
import { createPageRenderer, namePage, type PageSource } from './page-renderer.ts'
import { servePreview } from './preview-page.ts'

/** Names in the assets folder hold a hash of the content. */
export async function serveAssets(app: FastifyInstance, buildFolder: string) {
  await app.register(fastifyStatic, {
    root: join(buildFolder, 'client'),
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    setHeaders(response, path) {
      const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
      void response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
}

/**
 * Address of a page; throws 400 where there is none, or none that can be decoded. The router reads the
 * decoded path as an address again, and what begins with a tab, a line's end or a backslash, as "/%0A/"
 * does, would be read as a host there.
 */
function pageAddress(request: FastifyRequest): URL {
  // A proxy's form of the address repeats the host, which decides nothing here.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const address = URL.parse(`${publicOrigin(request)}${target.startsWith('/') ? '' : '/'}${target}`)
  const isHost = address && /^\/+%(?:09|0a|0d|5c)/i.test(address.pathname)
  if (!address || isHost) throw malformedAddress('The address is not valid')
  return address
}

/** The path of the request's target as it was sent. */
function sentPath({ url }: FastifyRequest) {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
}

/** Ids of pages that are drawn for each request: their loaders read the token or the query of the address. */
const drawnEachTime = ['join/:token', 'events/:slug/time']

/** Every GET that no call answered: rendered documents, kept, and their loaders' `.data`. */
export async function servePages(app: FastifyInstance, source: PageSource) {
  const { cache, settings } = app.deps
  const { call, render } = createPageRenderer(app, source)
  if (source.mode === 'production') {
    const { routes } = await source.build()
    app.namePage = (path) => namePage(routes, path)
  }

  async function document(
    request: FastifyRequest,
    address: URL,
    answer?: FormAnswer,
  ): Promise<Rendered> {
    const nonce = randomBytes(18).toString('base64url')
    const headers = new Headers({ accept: 'text/html' })
    const response = await render(address, { headers, log: request.log, nonce, answer })
    const { html, policy } = secureDocument(await response.text(), nonce, source.mode)
    const isBroken = response.status >= 500
    const location = response.headers.get('location')
    return {
      status: response.status,
      body: html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': isBroken ? 'no-store' : 'no-cache',
        ...(location !== null && { location }),
        ...(response.status === 503 && retryLater),
        ...(isBroken && { 'x-request-id': request.id }),
      },
    }
  }

  /** For this visitor alone: what they typed, or what they may see, stands in it. */
  async function answerPage(request: FastifyRequest, reply: FastifyReply, answer?: FormAnswer) {
    const { status, headers, body } = await document(request, pageAddress(request), answer)
    return reply
      .status(status === 200 ? (answer?.status ?? status) : status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  }
  /** Refuses forms that are posted to another spelling of their page's address. */
  async function refuseAlias(request: FastifyRequest) {
    const { id, path } = await findPage(pageAddress(request))
    // A path that holds a token has no canonical spelling.
    const isSigned = id?.endsWith('/:token') === true
    if (!isSigned && path !== sentPath(request)) throw new Refusal('no_such_call')
  }
  await app.register((scope) => postPageForms(scope, { call, answerPage, refuseAlias }))
  servePreview(app, document)

  /** The path as it was sent; only the addresses of pages that were rendered before are kept. */
  function sendCached(request: FastifyRequest, reply: FastifyReply) {
    const origin = settings().publicUrl ?? `${request.protocol}://${request.host}`
    return cache.sendCached(request, reply, origin + request.url.split('?', 1)[0])
  }

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const carried = carryWatched(request)
    if (carried) return reply.header('cache-control', 'no-store').redirect(carried, 303)
    return sendCached(request, reply) ? undefined : sendPage(request, reply)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request)
    const { pathname, search } = address
    if (pathname === '/api' || pathname.startsWith('/api/')) throw new Refusal('no_such_call')
    const asked = await findPage(address)
    const { path } = asked
    if (path !== undefined && path !== sentPath(request)) {
      return reply.header('cache-control', 'no-cache').redirect(path + search, 308)
    }
    const former = formerPartnerPath(app, pathname)
    if (former) return reply.header('cache-control', 'no-cache').redirect(former, 302)
    try {
      await (asked.isData
        ? sendData(request, reply, address, asked)
        : sendDocument(request, reply, address, asked))
      return reply
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many')
        return sayTooMany(request, reply, error)
      throw error
    }
  }

  async function sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    address: URL,
    asked: PageAddress,
  ) {
    // Of other pages the query decides nothing that the server renders.
    const page = new URL(asked.drawn, address)
    await countPage(request, page, asked)
    if (source.mode !== 'production' || drawnEachTime.includes(asked.id ?? '')) {
      const { status, headers, body } = await document(request, address)
      return reply.status(status).headers(headers).send(body)
    }
    const draw = async () => ({ ...(await document(request, page)), isKept: isShared(asked) })
    if (asked.slug === undefined) return cache.send(request, reply, page.href, draw)
    try {
      return await cache.send(request, reply, page.href, () =>
        refuseUnknownEvent(asked.slug!).then(draw),
      )
    } catch (error) {
      if (!(error instanceof Response)) throw error
      return sendDocument(request, reply, address, { drawn: '/events/-', isData: false })
    }
  }

  /** Throws the 404 before anything is drawn. Every other failure is the document's to say. */
  async function refuseUnknownEvent(slug: string) {
    await call(getEventPage, { slug }).catch((error: unknown) => {
      if (error instanceof Response && error.status === 404) throw error
    })
  }

  async function sendData(
    request: FastifyRequest,
    reply: FastifyReply,
    address: URL,
    asked: PageAddress,
  ) {
    const routes = address.searchParams.get('_routes')
    // What the pages themselves ask for: everything, or all but the root.
    const isUsual = routes === null || routes === asked.id
    const page = new URL(asked.drawn, address)
    if (routes !== null) page.searchParams.set('_routes', routes)
    await countPage(request, page, isUsual ? asked : {})
    async function read(): Promise<Rendered> {
      const response = await render(page, { log: request.log })
      const headers = {
        ...Object.fromEntries(response.headers),
        'content-security-policy': dataPolicy,
        'cache-control': 'no-cache',
        ...(response.status === 503 && retryLater),
      }
      const { status } = response
      return { status, headers, body: await response.text(), isKept: isShared(asked) }
    }
    if (source.mode === 'production' && isUsual) return cache.send(request, reply, page.href, read)
    const { status, headers, body } = await read()
    return reply.status(status).headers(headers).send(body)
  }

  /** A page that is cached under its own address costs nothing; every other request counts as a drawing. */
  async function countPage(request: FastifyRequest, page: URL, { path }: Partial<PageAddress>) {
    const isOwn = path !== undefined && page.pathname === path
    // Without PUBLIC_URL a made-up Host is a page of its own: rendering has to cost its caller.
    if (isOwn && cache.holds(page.href)) return
    await countCall(request)
    await countDrawing(request)
  }

  /** Finds the page of an address. Paths of partners and of pages that the operator did not write are unknown. */
  async function findPage({ pathname }: URL): Promise<PageAddress> {
    const { routes } = await source.build()
    const found = findPageAddress(routes, pathname)
    const { partnerPaths, pages } = app.deps.site()
    const name = found.path?.slice(1).replace(/\.data$/, '')
    const isMissing =
      (found.id === 'partner' && partnerPaths.every(({ path }) => path !== `/${name}`)) ||
      (ownPages.some((page) => page === name) &&
        listOwnPages({ pages }).every((page) => page !== name))
    if (!isMissing) return found
    const { id, isData } = found
    const drawn = id === 'partner' ? '/-' : `/${name}`
    return { ...(id !== undefined && { id }), drawn: drawn + (isData ? '.data' : ''), isData }
  }
}

/** Whether the addresses that a document is drawn for are few, so that its 404 may be cached as well. */
function isShared({ slug }: PageAddress) {
  return slug === undefined
}

/** A browser shows words instead of JSON; drawing a page is what there were too many of. */
function sayTooMany(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (!request.headers.accept?.includes('text/html')) throw refusal
  return reply
    .status(refusal.status)
    .headers({
      'refusal-code': refusal.code,
      'cache-control': 'no-store',
      'retry-after': String(refusal.details.retryAfter),
      'content-type': 'text/html; charset=utf-8',
    })
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>Too many requests</title><h1>Too many requests</h1><p>${refusal.message}</p></html>`,
    )
}

/**
 * Where a partner path that is no page any more leads: the front page, which notes its name as the source. For
 * now, since it may come back.
 */
function formerPartnerPath(app: FastifyInstance, pathname: string): string | undefined {
  const path = `/${pathname.toLowerCase().split('/').filter(Boolean).join('/')}`
  const isPresent = app.deps.site().partnerPaths.some((partner) => partner.path === path)
  return !isPresent && app.deps.partnerPaths().includes(path)
    ? `/?source=${path.slice(1)}`
    : undefined
}

/** Between these pages links go to and fro. */
const paths = ['/members', '/register']

/**
 * Where somebody goes on who was at the login card, or at the form to register, for one interview and
 * without scripts follows the link to the other: the interview goes along. The kept documents are the same
 * for every query, so that their links cannot name it. Specification, "Forms".
 */
function carryWatched(request: FastifyRequest): string | undefined {
  const { referer } = request.headers
  if (referer === undefined || !paths.includes(request.url)) return undefined
  const from = URL.parse(referer)
  if (from?.host !== request.host || from.pathname === request.url) return undefined
  const asked = paths.includes(from.pathname) && readWatchAddress(from.searchParams)
  if (!asked) return undefined
  return writeWatchAddress(asked.eventId, asked.from, request.url)
}
