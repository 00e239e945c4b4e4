import { matchPath, type ServerBuild } from 'react-router'

/**
 * The pattern of the page at a path, such as `/join/:token`, for the log: a token in the path opens
 * somebody's seat or library. `*` where there is no such page.
 */
export function namePage(routes: ServerBuild['routes'], pathname: string): string {
  const path = pathname.replace(/\.data$/, '')
  const patterns = Object.values(routes).map((route) => `/${route?.path ?? ''}`)
  const known = patterns.filter((pattern) => pattern !== '/*')
  return known.includes(path) ? path : (known.find((each) => matchPath(each, path)) ?? '*')
}
