import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

export const emptyPath = '/an-empty-page'
const emptyPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><p>An empty page</p></html>'

/**
 * Serves the same pages without scripts, compressed, and an empty one, to measure the browser's own cost.
 * Proxies other requests to the site.
 */
export async function serveWithoutScripts(siteUrl: string, paths: string[]) {
  const pages = new Map([[emptyPath, compress(emptyPage)]])
  for (const path of paths) {
    const html = await (await fetch(siteUrl + path)).text()
    pages.set(path, compress(withoutScripts(html)))
  }
  const server = createServer((asked, reply) => {
    const page = pages.get(asked.url ?? '')
    if (page === undefined) return passOn(siteUrl, asked, reply)
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    return reply.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const compress = (html: string) => brotliCompressSync(html)

function withoutScripts(html: string) {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
}

function passOn(siteUrl: string, asked: IncomingMessage, reply: ServerResponse) {
  const { method, headers } = asked
  const passed = request(new URL(asked.url ?? '/', siteUrl), { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  passed.on('error', () => reply.destroy())
  asked.pipe(passed)
  return reply
}
