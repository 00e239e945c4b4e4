import * as fc from 'fast-check'
import { hostileHeaders, hostileParam } from './hostile-values.ts'

const paths =
  '/ // /. /.. /%2e%2e /% /%00 /%0A /%5C /%ff /%F0%9F%8E%AC /\\ /; /* /:id /?? /# .data /_.data /api /api/ ' +
  '/api/events /images /images/ /assets /members /go1 /admin /share /calendar /event-1.ics ' +
  '/event-0.ics /event-999999999.ics /series.jpg /event-1.jpg /hero.webp ?w=640 ?w=-1&f=avif ' +
  '?w=1e9 &v=%00 ?_routes=root ?_routes=%00&index ?__proto__=1 /__manifest?p=/&version=x'

const pieces = fc.oneof(
  fc.constantFrom(
    ...paths.split(' '),
    `/${'a'.repeat(400)}`,
    `/${'a'.repeat(3000)}`,
    '/'.repeat(2000),
    '/..'.repeat(500),
  ),
  hostileParam.map((text) => `/${text}`),
  fc.webPath(),
)

const hosts =
  'localhost localhost:3000 evil.example @ a@b [::1] [ :80 x:99999 x/y?z# %00 \u00ff - . localhost.'

/** Generates arbitrary requests: unusual paths, methods, headers, hosts. */
export const hostileVisit: fc.Arbitrary<{
  method: string
  url: string
  headers: Record<string, string>
}> = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'PATCH',
    ),
    path: fc.array(pieces, { minLength: 1, maxLength: 4 }),
    headers: hostileHeaders,
    host: fc.constantFrom(...hosts.split(' '), 'a b', `${'a'.repeat(300)}.example`),
  })
  .map(({ method, path, headers, host }) => ({
    method,
    url: `/${path.join('').replace(/^\//, '')}`.replaceAll(/[^\x21-\xff]/g, '+'),
    headers: { ...headers, host },
  }))
