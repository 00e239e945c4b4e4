/** The address of another database on the same server, with the same settings. */
export function databaseAddress(serverUrl: string, database: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
