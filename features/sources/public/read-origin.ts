import { publicPath, readTouch } from '#kernel/first-touch.ts'

/**
 * Returns where the visitor came from, as forms send it: path and parameters of the URL at which the browser loaded the
 * document, even after the visitor navigated within the site.
 */
export function readOrigin() {
  const [load] = performance.getEntriesByType('navigation')
  const { pathname, searchParams } = new URL(load?.name ?? window.location.href)
  const touch = readTouch(Object.fromEntries(searchParams))
  const landingPath = publicPath(pathname)
  return landingPath === undefined ? touch : { landingPath, ...touch }
}
