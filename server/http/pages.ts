import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { PageCall } from '#shared/contract/page-call.ts'
import { findDatabaseTrouble } from '#server/db/database-trouble.ts'
import { Refusal, retryLater } from '#server/refusal.ts'
import type { Rendered } from './kept-answer.ts'
import { visitorCall } from './call.ts'
import { countCall } from './count-call.ts'
import { namePage } from './name-page.ts'
import { malformedAddress, publicOrigin } from './public-origin.ts'
import { sealDocument } from './security-headers.ts'

/** What app/entry.server.tsx exports beside its renderer. */
type PageBuild = ServerBuild & {
  entry: {
    module: {
      pageCall: RouterContext<PageCall>
      siteOrigin: RouterContext<string>
      scriptMark: RouterContext<string>
      reportFailure: RouterContext<(error: unknown) => void>
    }
  }
}

export type PageSource = {
  /** The present build; in development a fresh one for each request. */
  build(): Promise<PageBuild>
  mode: 'production' | 'development'
}

export async function loadPageBuild(buildFolder: string): Promise<PageBuild> {
  const entry = pathToFileURL(join(buildFolder, 'server', 'index.js')).href
  return (await import(entry)) as PageBuild
}

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

/** Renders a page in process: its loaders reach the operations by their contract entries. */
function createRenderer(app: FastifyInstance, { build, mode }: PageSource) {
  const call: PageCall = async (endpoint, params) => {
    const operation = app.operations.get(`${endpoint.method} ${endpoint.path}`)
    if (!operation) throw new Error(`${endpoint.path} is not served`)
    if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public`)
    const input = { params: endpoint.params?.parse(params), body: undefined, query: {} }
    try {
      return (endpoint as Endpoint).reply.parse(await operation(input, visitorCall)) as never
    } catch (error) {
      throw inPage(error)
    }
  }
  /** A status for the root's error boundary, which says it in a page; otherwise the error itself. */
  function inPage(error: unknown) {
    if (!findDatabaseTrouble(error)) return error
    app.deps.report('A page', error)
    return new Response(null, { status: 503 })
  }
  return async (address: URL, headers: Headers, log: FastifyRequest['log'], mark = '') => {
    const pages = await build()
    const { pageCall, siteOrigin, scriptMark, reportFailure } = pages.entry.module
    const context = new RouterContextProvider()
    context.set(pageCall, call)
    context.set(siteOrigin, address.origin)
    context.set(scriptMark, mark)
    const path = namePage(pages.routes, address.pathname)
    context.set(reportFailure, (err) => log.error({ err, path }, 'page failed'))
    const handle = createRequestHandler(pages, mode)
    return handle(new Request(address, { headers }), context)
  }
}

/** Address of a page; throws 400 where there is none, or none that can be decoded. */
function pageAddress(request: FastifyRequest): URL {
  // A proxy's form of the address repeats the host, which decides nothing here.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const address = URL.parse(`${publicOrigin(request)}${target.startsWith('/') ? '' : '/'}${target}`)
  if (!address) throw malformedAddress('The address is not valid')
  return address
}

/** Whether a path is a page of its own, so that its document may be kept under its name. */
function isKnownPage(app: FastifyInstance, path: string) {
  const own = ['/', '/go1', '/next_event', '/next176', '/members']
  return own.includes(path) || app.deps.site.partnerPaths.some((partner) => partner.path === path)
}

/**
 * The lower-case address of a known page that was typed in other letters: `/GO1` from a slide. The
 * router would show the page, and everything that goes by its path would take it for another.
 */
function plainAddress(app: FastifyInstance, { pathname, search }: URL): string | undefined {
  const plain = pathname.toLowerCase().replace(/\/$/, '')
  return pathname !== pathname.toLowerCase() && isKnownPage(app, plain) ? plain + search : undefined
}

/** Every GET that no call answered: rendered documents, kept, and their loaders' `.data`. */
export async function servePages(app: FastifyInstance, source: PageSource) {
  const { cache, config } = app.deps
  const render = createRenderer(app, source)

  async function document(request: FastifyRequest, address: URL): Promise<Rendered> {
    const mark = randomBytes(18).toString('base64url')
    const response = await render(address, new Headers({ accept: 'text/html' }), request.log, mark)
    const { html, policy } = sealDocument(await response.text(), mark, source.mode)
    const isBroken = response.status >= 500
    return {
      status: response.status,
      body: html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': isBroken ? 'no-store' : 'no-cache',
        ...(response.status === 503 && retryLater),
        ...(isBroken && { 'x-request-id': request.id }),
      },
    }
  }

  /** The path as it was sent; only the addresses of pages that were rendered before are kept. */
  function sendKept(request: FastifyRequest, reply: FastifyReply) {
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
    return cache.sendKept(request, reply, origin + request.url.split('?', 1)[0])
  }

  app.get('/*', { schema: { hide: true } }, (request, reply) =>
    sendKept(request, reply) ? undefined : sendPage(request, reply),
  )

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request)
    const path = address.pathname
    if (path === '/api' || path.startsWith('/api/')) throw new Refusal(404, 'There is no such call')
    if (path.endsWith('.data')) {
      await countCall(request)
      const response = await render(address, new Headers(), request.log)
      void reply.status(response.status).headers(Object.fromEntries(response.headers))
      if (response.status === 503) void reply.headers(retryLater)
      return reply.header('cache-control', 'no-cache').send(await response.text())
    }
    const plain = plainAddress(app, address)
    if (plain) return reply.header('cache-control', 'no-cache').redirect(plain, 308)
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
