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
import { countCall, countDrawing } from '#platform/http/rate-limits.ts'
import { dataPolicy, secureDocument } from '#platform/http/security-headers.ts'
import { findMovedPage } from './moved-pages.ts'
import {
  findPageAddress,
  type PageAddress,
  pageAddress,
  readingsOf,
  sentPath,
  unknownPath,
} from './page-address.ts'
import { postPageForms } from './page-forms.ts'
import { createPageRenderer, namePage, type PageSource } from './page-renderer.ts'
import { servePreview } from './preview-page.ts'
import { carryOrigin } from './visitor-origin.ts'

/** Serves the client files of a build. The names of files in `assets` contain a content hash. */
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

/** Serves every GET that no endpoint handles: rendered pages and their loaders' `.data`, from the cache. */
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

  /** Sends a page that is not cached, because it shows what one visitor typed or may see. */
  async function answerPage(request: FastifyRequest, reply: FastifyReply, answer?: FormAnswer) {
    const { status, headers, body } = await document(request, pageAddress(request), answer)
    return reply
      .status(status === 200 ? (answer?.status ?? status) : status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  }
  /** If a form was posted to an alias of its page, such as a path with capitals, throws 404. */
  async function refuseAlias(request: FastifyRequest) {
    const { id, path } = await findPage(pageAddress(request))
    // A page whose path contains a token has no canonical path to compare with.
    const isSigned = id?.endsWith('/:token') === true
    if (!isSigned && path !== sentPath(request)) throw new Refusal('no_such_call')
  }
  await app.register((scope) => postPageForms(scope, { call, answerPage, refuseAlias }))
  servePreview(app, {
    document,
    sendUnknown: (request, reply) =>
      sendDrawn(request, reply, {
        address: pageAddress(request),
        found: { drawn: unknownPath, isData: false },
        draw: (page) => document(request, page),
      }),
  })

  /** Sends a page from the cache if it is cached under the path exactly as sent. Returns whether it is. */
  function sendCached(request: FastifyRequest, reply: FastifyReply) {
    const origin = settings().publicUrl ?? `${request.protocol}://${request.host}`
    return cache.sendCached(request, reply, origin + request.url.split('?', 1)[0])
  }

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const carried = carryWatched(request) ?? carryOrigin(request)
    if (carried) return reply.header('cache-control', 'no-store').redirect(carried, 303)
    const isFound = !isFiltered({ href: request.url }) && sendCached(request, reply)
    return isFound ? undefined : sendPage(request, reply)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request)
    const { pathname, search } = address
    if (pathname === '/api' || pathname.startsWith('/api/')) throw new Refusal('no_such_call')
    const moved = findMovedPage(address, settings())
    if (moved) {
      return reply.header('cache-control', 'no-cache').redirect(moved.location, moved.status)
    }
    const found = await findPage(address)
    const { path } = found
    if (path !== undefined && path !== sentPath(request)) {
      return reply.header('cache-control', 'no-cache').redirect(path + search, 308)
    }
    const former = formerPartnerPath(app, address)
    if (former) return reply.header('cache-control', 'no-cache').redirect(former, 302)
    await (found.isData
      ? sendData(request, reply, address, found)
      : sendDocument(request, reply, address, found))
    return reply
  }

  async function sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    address: URL,
    found: PageAddress,
  ) {
    await countPage(request, new URL(found.drawn, address), found, address)
    const draw = (page: URL) => document(request, page)
    if (source.mode !== 'production') return sendUncached(reply, await draw(address))
    return sendDrawn(request, reply, { address, found, draw })
  }

  /** Sends the page that `draw` renders, from the cache unless its loader reads the URL's token or query. */
  async function sendDrawn(
    request: FastifyRequest,
    reply: FastifyReply,
    { address, found, draw, search = '' }: Drawing,
  ) {
    const { slug, missing } = found
    const send = (path: string, drawOnce: (page: URL) => Promise<Rendered>) => {
      const page = new URL(path + search, address)
      return cache.send(request, reply, page.href, () => drawOnce(page))
    }
    // All URLs with the same cache key (`drawn`) share one document, so cache the document even if its status is 404.
    const drawShared = async (page: URL) => ({ ...(await draw(page)), isKept: true })
    try {
      if (await readsAddress(found, address))
        return sendUncached(reply, await draw(address), found.token)
      if (slug === undefined) return await send(found.drawn, drawShared)
      return await send(found.drawn, (page) => refuseUnknownEvent(slug).then(() => draw(page)))
    } catch (error) {
      if (!(error instanceof Response) || missing === undefined) throw error
      return send(missing, drawShared)
    }
  }

  /**
   * Returns whether the response depends on the token or the query of the URL, and so must not be cached. For an
   * unknown token, returns false: all unknown tokens get the same document. Throws 404 for an unknown event.
   */
  async function readsAddress({ id, token, slug }: PageAddress, address: URL): Promise<boolean> {
    if (isFiltered(address)) return true
    if (id === 'events/:slug/time') return refuseUnknownEvent(slug!).then(() => true)
    const readings = readingsOf[id ?? ''] ?? []
    for (const reading of readings) {
      const isKnown = await call(reading, { token: token! }).then(() => true, isOtherThan404)
      if (isKnown) return true
    }
    return false
  }

  /** Throws 404 for an unknown event, before its page is rendered. Ignores other errors, which the page will report. */
  const refuseUnknownEvent = (slug: string) =>
    call(getEventPage, { slug }).catch((error: unknown) => {
      if (!isOtherThan404(error)) throw error
    })

  async function sendData(
    request: FastifyRequest,
    reply: FastifyReply,
    address: URL,
    found: PageAddress,
  ) {
    const routes = address.searchParams.get('_routes')
    // React Router requests the data of all routes, or of all but the root route. Requests with other values of
    // `_routes` get the data of all routes.
    const search =
      routes !== null && routes === found.id ? `?_routes=${encodeURIComponent(routes)}` : ''
    await countPage(request, new URL(found.drawn + search, address), found, address)
    async function draw(at: URL): Promise<Rendered> {
      const response = await render(at, { log: request.log })
      const headers = {
        ...Object.fromEntries(response.headers),
        'content-security-policy': dataPolicy,
        'cache-control': 'no-cache',
        ...(response.status === 503 && retryLater),
      }
      const { status } = response
      return { status, headers, body: await response.text() }
    }
    if (source.mode !== 'production') return sendUncached(reply, await draw(address))
    return sendDrawn(request, reply, { address, found, draw, search })
  }

  /** Counts a page against rate limits, unless the page is cached under its canonical URL. */
  async function countPage(request: FastifyRequest, page: URL, found: PageAddress, address: URL) {
    const isOwn = page.pathname === found.path && !isFiltered(address)
    // Without PUBLIC_URL, the cache key contains the Host header. A request with a forged Host is never in the cache,
    // and so is counted.
    if (isOwn && cache.holds(page.href)) return
    await countCall(request)
    await countDrawing(request)
  }

  /**
   * Returns the page of a URL. Returns the "not found" page for a partner's path (such as `/acme`) that the site's
   * content does not define, and for pages such as `/privacy` while they have no text.
   */
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

/** A page to send: its URL, and the function that renders it. */
type Drawing = {
  address: URL
  found: PageAddress
  draw: (page: URL) => Promise<Rendered>
  search?: string
}

/** Sends a page that is not cached here. One with a token may show personal data, so that no other cache may store it. */
function sendUncached(reply: FastifyReply, { status, headers, body }: Rendered, token?: string) {
  const sent = token === undefined ? headers : { ...headers, 'cache-control': 'no-store' }
  return reply.status(status).headers(sent).send(body)
}

/** Returns whether a URL is the list of all events, filtered by tag or search text. */
function isFiltered({ href }: { href: string }) {
  return /^[^?]*\/events(?:\.data)?\?(?:.*&)?(?:tag|search)=[^&]/.test(href)
}

const isOtherThan404 = (error: unknown) => !(error instanceof Response && error.status === 404)

/** Returns the temporary redirect of a former partner path to the front page, with the path as registration source. */
function formerPartnerPath(app: FastifyInstance, { pathname, search }: URL) {
  const path = `/${pathname.toLowerCase().split('/').filter(Boolean).join('/')}`
  const isPresent = app.deps.site().partnerPaths.some((partner) => partner.path === path)
  return !isPresent && app.deps.partnerPaths().includes(path)
    ? `/?source=${path.slice(1)}${search.replace('?', '&')}`
    : undefined
}

/** Paths of the video library's sign-in page and registration page, which link to each other. */
const paths = ['/members', '/register']

/**
 * Returns a redirect between the library's sign-in and registration pages that adds the recording to watch,
 * from the Referer. The pages' own links cannot contain it, because one cached page serves every query.
 */
function carryWatched(request: FastifyRequest): string | undefined {
  const { referer } = request.headers
  if (referer === undefined || !paths.includes(request.url)) return undefined
  const from = URL.parse(referer)
  if (from?.host !== request.host || from.pathname === request.url) return undefined
  const watched = paths.includes(from.pathname) && readWatchAddress(from.searchParams)
  if (!watched) return undefined
  return writeWatchAddress(watched.eventId, watched.from, request.url)
}
