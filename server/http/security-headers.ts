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

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The policy of a rendered document: its own inline scripts by their hashes, nothing else inline.
 * Styles may be inline, since positioned elements carry them.
 */
export function documentPolicy(html: string, mode: 'production' | 'development') {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    "font-src 'self'",
    `connect-src 'self'${mode === 'development' ? ' ws:' : ''}`,
    'frame-src https://www.youtube-nocookie.com https://www.youtube.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
