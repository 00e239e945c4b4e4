/** Returns the URL of another database on the same server. */
export function databaseAddress(serverUrl: string, database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
