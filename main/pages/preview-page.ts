import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readDraftContent } from '#features/site/server/site-draft.ts'
import type { Rendered } from '#platform/http/cached-response.ts'
import { createCall } from '#platform/http/call.ts'
import { publicOrigin } from '#platform/http/origin.ts'
import { countCall, countDrawing } from '#platform/http/rate-limits.ts'
import { frameDocument } from '#platform/http/security-headers.ts'

const preview = '/admin/site/preview'
const schemes = ['light', 'dark']

type PreviewRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

type PageSide = {
  document: (request: FastifyRequest, address: URL) => Promise<Rendered>
  /** Sends the "Page Not Found" page. */
  sendUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/**
 * Serves `/admin/site/preview?page=/&scheme=dark`: a public page with the draft of the site's content, for a
 * frame in the admin area. Visitors who are not administrators get 404.
 */
export function servePreview(app: FastifyInstance, { document, sendUnknown }: PageSide) {
  const { deps } = app

  app.get(preview, { schema: { hide: true } }, async (request: PreviewRequest, reply) => {
    await countCall(request)
    await countDrawing(request)
    const session = await createCall(app, request, reply).session()
    const page = session?.isAdmin ? pageOf(request) : undefined
    if (!page) return sendUnknown(request, reply)
    const draft = await readDraftContent(deps.db, deps)
    const drawn = await deps.holdSite(() => document(request, page), draft)
    const { html, policy } = frameDocument(drawn.body.toString())
    const scheme = schemes.find((each) => each === request.query.scheme)
    return reply
      .status(drawn.status < 300 || drawn.status >= 400 ? drawn.status : 200)
      .headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
      })
      .send(keepInFrame(scheme ? forceScheme(html, scheme) : html, scheme))
  })
}

/** Returns the URL of the page to preview; undefined if it is not a public page. */
function pageOf(request: PreviewRequest): URL | undefined {
  const { page = '/' } = request.query
  if (typeof page !== 'string' || !/^\/(?![/\\])/.test(page)) return undefined
  const address = URL.parse(page, publicOrigin(request))
  if (!address || address.origin !== publicOrigin(request)) return undefined
  const isOther = /^\/(admin|api|bulk-import|attendee-import|images|assets|share)(\/|$)/i
  return isOther.test(address.pathname) ? undefined : new URL(address.pathname, address)
}

/** Returns a page's HTML in one colour scheme, whatever the browser prefers, by replacing its media queries. */
function forceScheme(html: string, scheme: string) {
  return html
    .replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_question, asked) =>
      asked === scheme ? '(min-width:0)' : '(max-width:0)',
    )
    .replace('</head>', `<style>:root{color-scheme:${scheme}!important}</style></head>`)
}

const anchors = /(<a\b[^>]*?\shref=")(\/(?!images\/|calendar)[^"#]*)(#[^"]*)?"/g

/**
 * Rewrites the links of a previewed page: links to the site's pages open their preview in the same frame, all others
 * open a new tab.
 */
function keepInFrame(html: string, scheme: string | undefined) {
  const rest = scheme ? `&amp;scheme=${scheme}` : ''
  return html
    .replaceAll(anchors, (_whole, before: string, path: string, hash: string | undefined) => {
      const page = encodeURIComponent(path.replaceAll('&amp;', '&'))
      return `${before}${preview}?page=${page}${rest}${hash ?? ''}" target="_self"`
    })
    .replace('<head>', '<head><base target="_blank">')
}
