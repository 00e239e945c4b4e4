import { expect, test } from 'vitest'
import { startAfterPaint } from './start-after-paint.ts'

/** HTML in the form that React Router 8.4 writes. */
const page = `<head><link rel="modulepreload" href="/assets/entry-1.js" nonce="x"/><link rel="preload" as="font" href="/f.woff2"/></head>
<script nonce="x">window.__reactRouterContext = {};</script><script nonce="x" type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/landing-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"landing":route1};

import("/assets/entry-1.js");</script>`

test('no script of a page is asked for before its first view is drawn', () => {
  const served = startAfterPaint(page)
  expect(served).not.toMatch(/^import /m)
  expect(served).not.toContain('rel="modulepreload"')
  expect(served).toContain('<link rel="preload" as="font" href="/f.woff2"/>')
  expect(served).toContain('window.__reactRouterContext = {};')
  expect(served).toContain(
    `const [, route0, route1] = await Promise.all([import("/assets/manifest-1.js"), import("/assets/root-1.js"), import("/assets/landing-1.js")])`,
  )
  expect(served).toContain('addresses = ["/assets/entry-1.js"]')
  expect(served).toContain('if (href !== "/assets/entry-1.js") await import(href)')
  expect(served).toContain('import("/assets/entry-1.js");')
})
