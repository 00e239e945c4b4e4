/** Whether nobody listens on the way to a server: it is on the same machine. */
export function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
}
