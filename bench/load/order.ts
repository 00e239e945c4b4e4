/** One call as it goes over the wire; `host`, `connection` and lengths are added by the client. */
export type Asked = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** Asks these again and again, one after the other, on so many connections for so many seconds. */
export type Order = { url: string; asked: Asked[]; connections: number; seconds: number }

/** What came back with success; a client throws when anything else did. */
export type Report = { count: number; seconds: number; p99: number }
