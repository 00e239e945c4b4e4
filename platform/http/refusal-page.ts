import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import { Refusal } from '#platform/errors/refusal.ts'

export function isTooMany(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'too_many'
}

/** Returns whether a browser requests a page (a URL outside `/api`), so that a person reads the response. */
export function isNavigation({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !url.startsWith('/api')
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const styles = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:15vh 1.25rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .75rem}
button{font:inherit;font-weight:600;min-height:3rem;margin-top:.5rem;padding:0 1.5rem;border:1px solid;border-radius:.5rem;background:none;color:inherit}`

/**
 * Sends a refusal as a static HTML page. `typed` contains the fields of the refused form post; a button on the page
 * posts them again.
 */
export function sendRefusalPage(
  reply: FastifyReply,
  refusal: Refusal,
  typed?: Record<string, string>,
) {
  const { retryAfter } = refusal.details
  const title = refusal.code === 'too_many' ? 'Too many requests' : 'This did not work'
  return reply
    .status(refusal.status)
    .headers({
      'refusal-code': refusal.code,
      'cache-control': 'no-store',
      ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title><style>${styles}</style><h1>${title}</h1>` +
        `<p>${escapeMarkup(refusal.message)}</p>${typed ? writeForm(typed) : ''}</html>`,
    )
}

function writeForm(typed: Record<string, string>) {
  const fields = Object.entries(typed).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  )
  const kept = fields.length > 0 ? '<p>This page keeps what you typed.</p>' : ''
  return `${kept}<form method="post">${fields.join('')}<button>Try again</button></form>`
}

function escapeAttribute(text: string) {
  return escapeMarkup(text).replaceAll('"', '&quot;')
}
