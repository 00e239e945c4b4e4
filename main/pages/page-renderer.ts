import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
  matchPath,
} from 'react-router'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { FormAnswer, PageCall } from '#kernel/pages.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { visitorCall } from '#platform/http/call.ts'

/** What app/entry.server.tsx exports beside its renderer. */
export type PageBuild = ServerBuild & {
  entry: {
    module: {
      pageCall: RouterContext<PageCall>
      siteOrigin: RouterContext<string>
      scriptNonce: RouterContext<string>
      reportFailure: RouterContext<(error: unknown) => void>
      formAnswer: RouterContext<FormAnswer | null>
    }
  }
}

export type PageSource = {
  /** The present build; in development a fresh one for each request. */
  build(): Promise<PageBuild>
  mode: 'production' | 'development'
}

/** How one page is rendered: `nonce` signatures its scripts, `answer` is what became of a posted form. */
type Rendering = {
  headers?: Headers
  log: FastifyRequest['log']
  nonce?: string
  answer?: FormAnswer | undefined
}

/** Renders pages in process: their loaders reach the operations by their contract entries. */
export function createPageRenderer(app: FastifyInstance, { build, mode }: PageSource) {
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
    if (error instanceof Refusal && error.status === 404) return new Response(null, { status: 404 })
    if (!findDatabaseTrouble(error)) return error
    app.deps.report('A page', error)
    return new Response(null, { status: 503 })
  }
  async function render(address: URL, { headers, log, nonce = '', answer }: Rendering) {
    const pages = await build()
    const { formAnswer, pageCall, siteOrigin, scriptNonce, reportFailure } = pages.entry.module
    const context = new RouterContextProvider()
    context.set(pageCall, call)
    context.set(siteOrigin, address.origin)
    context.set(scriptNonce, nonce)
    context.set(formAnswer, answer ?? null)
    const path = namePage(pages.routes, address.pathname)
    context.set(reportFailure, (err) => {
      // An address that is no page's: the visitor's doing, and no error.
      const isAsked = isRouteErrorResponse(err) && err.status < 500
      if (!isAsked) log.error({ err, path }, 'page failed')
    })
    const handle = createRequestHandler(pages, mode)
    // Its loaders read the site's content one after the other.
    return app.deps.holdSite(() => handle(new Request(address, { headers }), context))
  }
  return { call, render }
}

/**
 * The pattern of the page at a path, such as `/join/:token`, for the log and the metrics: a token in the path opens
 * somebody's seat or library. `*` where there is no such page.
 */
export function namePage(routes: ServerBuild['routes'], pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  const patterns = Object.values(routes).map((route) => `/${route?.path ?? ''}`)
  const known = patterns.filter((pattern) => pattern !== '/*')
  return known.includes(path) ? path : (known.find((each) => matchPath(each, path)) ?? '*')
}
