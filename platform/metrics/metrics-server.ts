import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { explainAddress } from '#platform/http/listening-trouble.ts'
import type { SiteMetrics } from './site-metrics.ts'

/**
 * Serves `GET /metrics`, and nothing else, on a separate port. Throws UnusableAddress, which names the setting, if
 * the server cannot listen on the port.
 */
export async function openMetrics(
  { port, host }: { port: number; host: string },
  { render, contentType }: SiteMetrics,
): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const isMetrics = request.url?.split('?', 1)[0] === '/metrics'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isMetrics || !isRead) {
      response.writeHead(isMetrics ? 405 : 404, { 'content-type': 'text/plain' })
      response.end('Metrics are at GET /metrics\n')
      return
    }
    void render().then(
      (text) => {
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
        return response.end(text)
      },
      () => response.writeHead(500).end(),
    )
  })
  server.requestTimeout = 5000
  server.listen({ port, host })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explainAddress(error, { port, host, names: ['METRICS_PORT', 'METRICS_HOST'] })
  }
  const { port: open, address: ip, family } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${ip}]` : ip}:${open}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
