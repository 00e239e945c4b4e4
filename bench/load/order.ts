/** A call; the client adds `host`, `connection` and lengths. */
export type Asked = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Repeats the calls in sequence on each connection for some seconds. */
export type Order = { url: string; asked: Asked[]; connections: number; seconds: number }

/** Successful responses; a client throws for any other. */
export type Report = { count: number; seconds: number; p99: number }
