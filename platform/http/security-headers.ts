import { createHash } from 'node:crypto'

/** Headers of every response. YouTube's player does not play without a referrer. */
export function commonHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && {
      // No includeSubDomains: other hosts below this one may belong to other services.
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** Policy of data responses: nothing in them may load or run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script/gi

/** Returns whether a script is structured data for search engines, which browsers do not run. */
const isData = (attributes: string) => attributes.includes(' type="application/ld+json"')

/** A rendered document contains a script that the framework did not write. */
export class UnexpectedScript extends Error {}

/**
 * Returns a rendered document without its nonce, and a policy that allows only the framework's inline scripts,
 * by hash. Throws UnexpectedScript for a script without the nonce: injected code cannot know it, so such a
 * document must not be sent or cached. Inline styles are allowed, since positioned elements use them.
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
 * Returns a document for a preview frame in the admin area: without scripts, which would look for
 * the page at the frame's URL, and framed by this site only.
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
    // `self` is for the preview of the site's draft; all other documents refuse to be framed.
    "frame-src 'self' https://www.youtube-nocookie.com https://www.youtube.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
