import { createHash } from 'node:crypto'

/** On every answer. The video platform's player refuses to play without a referrer. */
export function commonHeaders(publicUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') && {
      // Other hosts below this one are not ours to decide about.
      'strict-transport-security': 'max-age=31536000',
    }),
  }
}

/** For answers that are data: nothing in them may be loaded or run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script/gi

/** Data for search engines: browsers run nothing of it. */
const isData = (attributes: string) => attributes.includes(' type="application/ld+json"')

/** Thrown for a rendered document with a script that the framework did not write. */
export class UnexpectedScript extends Error {}

/**
 * A rendered document without the nonce of its rendering, and its policy: the framework's own scripts,
 * which carry the nonce, by their hashes, nothing else inline. Throws UnexpectedScript for any other:
 * what came in with somebody's words cannot know the nonce, and must never be kept or sent. Styles may be
 * inline, since positioned elements carry them.
 */
export function secureDocument(html: string, nonce: string, mode: 'production' | 'development') {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(scripts)) {
    if (isData(attributes)) continue
    if (!attributes.includes(attribute)) {
      throw new UnexpectedScript(
        `The page holds a script of unknown origin: ${script.slice(0, 80)}`,
      )
    }
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return { html: html.replaceAll(attribute, ''), policy: documentPolicy([...hashes], mode) }
}

/**
 * A document as administrators see it in a frame on the desk: without its scripts, which would look for the page
 * at the frame's address, and framed by this site alone. Posts nothing.
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
    // Itself for the preview of the site's draft: every other document refuses to be framed.
    "frame-src 'self' https://www.youtube-nocookie.com https://www.youtube.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
