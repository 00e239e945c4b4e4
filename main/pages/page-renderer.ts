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

/** A React Router build whose entry module is app/entry.server.tsx, with the exports that the server uses. */
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
  /** Returns the React Router build; in development, a new one for each request. */
  build(): Promise<PageBuild>
  mode: 'production' | 'development'
}

/**
 * Options for rendering a page. React Router's own scripts get the attribute `nonce`; `answer` is the result of a form
 * post that the page displays.
 */
type Rendering = {
  headers?: Headers
  log: FastifyRequest['log']
  nonce?: string
  answer?: FormAnswer | undefined
}

/** Returns a function that renders pages in this process, and the function by which their loaders call endpoints. */
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
  /**
   * Converts a 404 refusal or a database failure into a Response, which the root's error boundary displays.
   * Returns other errors unchanged.
   */
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
      // Do not log 4xx errors, such as a URL without a page: they are mistakes of the visitor.
      const isAsked = isRouteErrorResponse(err) && err.status < 500
      if (!isAsked) log.error({ err, path }, 'page failed')
    })
    const handle = createRequestHandler(pages, mode)
    // The loaders of one page read the site's content several times. Give all of them the same version, even if an
    // administrator publishes meanwhile.
    return app.deps.holdSite(() => handle(new Request(address, { headers }), context))
  }
  return { call, render }
}

/**
 * Returns the route pattern of a path, such as `/join/:token`, for log and metrics, which must not contain
 * tokens that grant access. Returns `*` for a path without a page.
 */
export function namePage(routes: ServerBuild['routes'], pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  const patterns = Object.values(routes).map((route) => `/${route?.path ?? ''}`)
  const known = patterns.filter((pattern) => pattern !== '/*')
  return known.includes(path) ? path : (known.find((each) => matchPath(each, path)) ?? '*')
}
