import { origin, port, proxies, text, type Setting } from './setting-schemas.ts'

/** Settings of the site's port, host and public URL, of its trusted proxies and of its metrics. */
export const addressSettings = {
  PORT: {
    doc: 'Port to listen on; 0 for any free port.',
    fallback: '3000',
    schema: port,
  },
  HOST: {
    doc: 'Address to listen on; 0.0.0.0 for all interfaces.',
    fallback: '127.0.0.1',
    schema: text,
  },
  PUBLIC_URL: {
    doc: 'Address of the site for visitors, used in links and previews. Unset: the address of the request.',
    fallback: '',
    schema: origin,
  },
  TRUST_PROXY: {
    doc: 'Proxies whose X-Forwarded headers are trusted: their number or their addresses. Unset: none.',
    fallback: '',
    schema: proxies,
  },
  METRICS_PORT: {
    doc: 'Port on which Prometheus metrics are served, at /metrics; 0 for any free port. Unset: no metrics.',
    fallback: '',
    schema: port,
  },
  METRICS_HOST: {
    doc: 'Address on which metrics are served, without authentication; 0.0.0.0 for all interfaces.',
    fallback: '127.0.0.1',
    schema: text,
  },
} satisfies Record<string, Setting>
