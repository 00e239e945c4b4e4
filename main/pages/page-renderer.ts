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

/** The exports of app/entry.server.tsx besides its renderer. */
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
  /** Returns the current build; in development, a new one per request. */
  build(): Promise<PageBuild>
  mode: 'production' | 'development'
}

/** Options of one rendering: `nonce` marks the framework's scripts, `answer` is the result of a posted form. */
type Rendering = {
  headers?: Headers
  log: FastifyRequest['log']
  nonce?: string
  answer?: FormAnswer | undefined
}

/** Renders pages in this process; loaders call operations by their contract entries. */
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
  /** Converts a refusal into a response that the root's error boundary displays; other errors stay. */
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
      // A URL without a page is the visitor's mistake, not an error to log.
      const isAsked = isRouteErrorResponse(err) && err.status < 500
      if (!isAsked) log.error({ err, path }, 'page failed')
    })
    const handle = createRequestHandler(pages, mode)
    // A page's loaders read the site's content several times and must see one version.
    return app.deps.holdSite(() => handle(new Request(address, { headers }), context))
  }
  return { call, render }
}

/**
 * Returns the route pattern of a path, such as `/join/:token`, for log and metrics, because tokens in paths
 * grant access. Returns `*` if there is no such page.
 */
export function namePage(routes: ServerBuild['routes'], pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  const patterns = Object.values(routes).map((route) => `/${route?.path ?? ''}`)
  const known = patterns.filter((pattern) => pattern !== '/*')
  return known.includes(path) ? path : (known.find((each) => matchPath(each, path)) ?? '*')
}
