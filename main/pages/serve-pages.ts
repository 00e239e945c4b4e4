import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listOwnPages } from '#features/site/server/own-page.ts'
import { landingPaths } from '#kernel/front-page.ts'
import type { FormAnswer } from '#kernel/pages.ts'
import { eventPath, readWatchAddress, writeWatchAddress } from '#kernel/slug.ts'
import { Refusal, retryLater } from '#platform/errors/refusal.ts'
import type { Rendered } from '#platform/http/cached-response.ts'
import { malformedAddress, publicOrigin } from '#platform/http/origin.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { secureDocument } from '#platform/http/security-headers.ts'
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

const eventPage = /^\/events\/[^/]+$/i

/**
 * Whether a path is, or may be, a page of its own, so that its document is kept under its name once it is
 * found to be there.
 */
function isKnownPage(app: FastifyInstance, path: string) {
  const own = ['/', ...landingPaths, '/members', '/register', '/notify']
  if (eventPage.test(path)) return true
  const { partnerPaths, pages } = app.deps.site()
  if (listOwnPages({ pages }).some((page) => path === `/${page}`)) return true
  return own.includes(path) || partnerPaths.some((partner) => partner.path === path)
}

/**
 * Where a partner path that is no page any more leads: the front page, which notes its name as the source. For
 * now, since it may come back.
 */
function formerPartnerPath(app: FastifyInstance, { pathname }: URL): string | undefined {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  const isFormer = app.deps.partnerPaths().includes(path) && !isKnownPage(app, path)
  return isFormer ? `/?source=${path.slice(1)}` : undefined
}

/**
 * The lower-case address of a known page that was typed in other letters: `/GO1` from a slide. The
 * router would show the page, and everything that goes by its path would take it for another.
 */
function plainAddress(app: FastifyInstance, { pathname, search }: URL): string | undefined {
  const [, slug] = /^\/events\/([^/]+?)\/?$/i.exec(pathname) ?? []
  if (slug !== undefined) {
    // As slugs are stored, so that one page is never kept under many spellings.
    const plain = eventPath(decodeURIComponent(slug).normalize('NFC').toLowerCase())
    return plain === pathname ? undefined : plain + search
  }
  const plain = pathname.toLowerCase().replace(/\/$/, '')
  return pathname !== pathname.toLowerCase() && isKnownPage(app, plain) ? plain + search : undefined
}

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
  await app.register((scope) => postPageForms(scope, { call, answerPage }))
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
    const path = address.pathname
    if (path === '/api' || path.startsWith('/api/')) throw new Refusal('no_such_call')
    if (path.endsWith('.data')) {
      await countCall(request)
      const response = await render(address, { log: request.log })
      void reply.status(response.status).headers(Object.fromEntries(response.headers))
      if (response.status === 503) void reply.headers(retryLater)
      return reply.header('cache-control', 'no-cache').send(await response.text())
    }
    const plain = plainAddress(app, address)
    if (plain) return reply.header('cache-control', 'no-cache').redirect(plain, 308)
    const former = formerPartnerPath(app, address)
    if (former) return reply.header('cache-control', 'no-cache').redirect(former, 302)
    if (source.mode === 'production' && isKnownPage(app, path)) {
      // The query decides nothing that the server renders.
      const page = new URL(path, address)
      // Without PUBLIC_URL a made-up Host is a page of its own: rendering has to cost its caller.
      if (!cache.holds(page.href)) await countCall(request)
      await cache.send(request, reply, page.href, () => document(request, page))
      return reply
    }
    await countCall(request)
    const page = await document(request, address)
    return reply.status(page.status).headers(page.headers).send(page.body)
  }
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
