import { createHash } from 'node:crypto'

/**
 * Returns the headers of every response. Other sites receive the origin as referrer, because YouTube's player
 * requires one.
 */
export function commonHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && {
      // Omit includeSubDomains: subdomains of this host may belong to other services.
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** Content security policy of responses that are not pages, such as JSON: nothing in them may load or run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script/gi

/** Returns whether a script element contains structured data for search engines, which browsers do not run. */
const isData = (attributes: string) => attributes.includes(' type="application/ld+json"')

/** A rendered HTML document contains a script that React Router did not write. */
export class UnexpectedScript extends Error {}

/**
 * Returns a rendered HTML document without its nonce, and a content security policy that allows only React Router's
 * inline scripts, by hash. Throws UnexpectedScript for a script without the nonce: injected code cannot know the
 * nonce, so such a document must not be sent or cached. The policy allows inline styles, because positioned
 * elements use them.
 */
export function secureDocument(html: string, nonce: string, mode: 'production' | 'development') {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(scripts)) {
    if (isData(attributes)) continue
    if (!attributes.includes(attribute)) {
      throw new UnexpectedScript(
        `The page contains a script of unknown origin: ${script.slice(0, 80)}`,
      )
    }
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return { html: html.replaceAll(attribute, ''), policy: documentPolicy([...hashes], mode) }
}

/**
 * Returns an HTML document for a preview iframe in the admin area. Removes scripts, because React Router would look
 * for a page at the iframe's URL. Only this site may frame the document.
 */
export function frameDocument(html: string) {
  const policy = [
    "default-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://i.ytimg.com",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]
  const still = html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '')
    .replaceAll(/<link\b[^>]*\s(?:rel="modulepreload"|data-react-router-critical-css)[^>]*>/gi, '')
  return { html: still, policy: policy.join('; ') }
}

function documentPolicy(hashes: string[], mode: 'production' | 'development') {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    "font-src 'self'",
    `connect-src 'self'${mode === 'development' ? ' ws:' : ''}`,
    // `'self'` allows iframes with the preview of the site's draft; all other documents forbid framing.
    "frame-src 'self' https://www.youtube-nocookie.com https://www.youtube.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
