import { origin, port, proxies, text, type Setting } from './setting-schemas.ts'

/** Where the site is reached, by whose word an address is believed, and where its metrics are. */
export const addressSettings = {
  PORT: {
    doc: 'Port to listen on; 0 takes a free one.',
    fallback: '3000',
    schema: port,
  },
  HOST: { doc: 'Address to listen on; 0.0.0.0 for all.', fallback: '127.0.0.1', schema: text },
  PUBLIC_URL: {
    doc: 'Address that visitors use, for links and previews. Unset: the address of the request.',
    fallback: '',
    schema: origin,
  },
  TRUST_PROXY: {
    doc: 'Proxies whose X-Forwarded headers are believed: their number, or their addresses. Unset: none.',
    fallback: '',
    schema: proxies,
  },
  METRICS_PORT: {
    doc: 'Port on which Prometheus metrics are served, at /metrics; 0 takes a free one. Unset: none are.',
    fallback: '',
    schema: port,
  },
  METRICS_HOST: {
    doc: 'Address on which metrics are served, to whoever reaches it; 0.0.0.0 for all.',
    fallback: '127.0.0.1',
    schema: text,
  },
} satisfies Record<string, Setting>
