import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { FormAnswer } from '#shared/contract/form-answer.ts'
import type { PageCall } from '#shared/contract/page-call.ts'
import { findDatabaseTrouble } from '#server/db/database-trouble.ts'
import { isRefusal } from '#server/refusal.ts'
import { visitorCall } from './call.ts'
import { namePage } from './name-page.ts'

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
    if (isRefusal(error) && error.status === 404) return new Response(null, { status: 404 })
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
    context.set(reportFailure, (err) => log.error({ err, path }, 'page failed'))
    const handle = createRequestHandler(pages, mode)
    return handle(new Request(address, { headers }), context)
  }
  return { call, render }
}
