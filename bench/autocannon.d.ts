/** The part of autocannon that the benchmarks use; the package has no types of its own. */
declare module 'autocannon' {
  type Client = { setRequests(requests: { body: string }[]): void }
  type Options = {
    url: string
    method: string
    headers: Record<string, string>
    connections: number
    amount: number
    setupClient(client: Client): void
  }
  type Report = { '2xx': number; latency: { p99: number } }
  type Run = Promise<Report> & { on(event: 'start' | 'response', listener: () => void): void }
  export default function autocannon(options: Options): Run
}
