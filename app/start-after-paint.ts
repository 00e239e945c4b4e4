const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const startScript = /(<script[^>]* type="module"[^>]*>)([\s\S]*?)<\/script>/
/** Matches the last import of React Router's start script, which starts hydration. */
const entryImport = /^import\(/m
const entryAddress = /^import\("([^"]+)"\)/m
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm

/**
 * Delays a page's scripts until after the first paint, because links and forms work without scripts, and on slow
 * connections pictures and fonts should load first. If a script fails to load, the page stays as the server sent it.
 * A click on a `button` of type "button" before hydration is repeated afterwards.
 */
export function startAfterPaint(html: string): string {
  const addresses: string[] = []
  const withoutPreloads = html.replaceAll(preload, (_, address: string) => {
    addresses.push(address)
    return ''
  })
  return withoutPreloads.replace(
    startScript,
    (_, opening: string, start: string) => `${opening}${putOff(start, addresses)}</script>`,
  )
}

function putOff(start: string, addresses: string[]): string {
  const imports = [...start.matchAll(staticImport)]
  const names = imports.map(([, name = '']) => name).join(', ')
  const [, entry = ''] = entryAddress.exec(start) ?? []
  const modules = imports.map(([, , address]) => `import(${address})`).join(', ')
  return `
// React marks an element with its properties once it is alive.
const isAlive = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
let pressed
const notePress = ({ target }) => {
  const button = target.closest('button[type="button"]')
  if (button && !isAlive(button)) pressed = button
}
addEventListener('click', notePress, true)
const pressAgain = () => {
  if (!pressed?.isConnected) return
  if (isAlive(pressed)) pressed.click()
  else setTimeout(pressAgain, 50)
}
const start = async () => {
  // The security policy allows no eval: set this before any chunk creates a schema.
  globalThis.__zod_globalConfig = { jitless: true }
  const addresses = ${JSON.stringify(addresses)}
  for (const href of addresses) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }))
  }
  const canPreload = document.createElement('link').relList.supports('modulepreload')
  // Import in separate tasks, which block input less. Without preloading, the imports would be loaded one after another.
  if (canPreload) for (const href of addresses) if (href !== ${JSON.stringify(entry)}) await import(href)
  const [${names}] = await Promise.all([${modules}])
  ${start.replaceAll(staticImport, '').replace(entryImport, 'await import(').trim()}
  // From now on React handles presses itself.
  removeEventListener('click', notePress, true)
  pressAgain()
}
// React Router stores scroll positions in session storage when a page is left. Delete them, because visitors' browsers
// must store nothing. Browsers then restore the position themselves. Browsers without storage throw.
const forgetPlaces = () => {
  try {
    if (document.hidden) sessionStorage.removeItem('react-router-scroll-positions')
  } catch {}
}
// The browser sends this event after pagehide, at which React Router stores the positions.
document.addEventListener('visibilitychange', forgetPlaces)
const startOrStay = () => start().catch(console.warn)
// Hidden pages are never painted. The second animation frame runs after the first paint.
if (document.hidden) startOrStay()
else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(startOrStay)))
`
}
