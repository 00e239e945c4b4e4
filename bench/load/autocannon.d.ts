/** Types of the part of autocannon that the benchmarks use; the package has none. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    method?: string
    headers?: Record<string, string>
    connections: number
    amount?: number
    duration?: number
    workers?: number
    requests?: Request[]
    setupClient?(client: Client): void
  }
  type Report = Record<
    '2xx' | '3xx' | '4xx' | '5xx' | 'errors' | 'timeouts' | 'duration',
    number
  > & {
    latency: { p99: number }
  }
  type Run = Promise<Report> & { on(event: 'start' | 'response', listener: () => void): void }
  export default function autocannon(options: Options): Run
}
