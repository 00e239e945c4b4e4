const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const startScript = /(<script[^>]* type="module"[^>]*>)([\s\S]*?)<\/script>/
/** The last line: React takes the page over, and hears every press from then on. */
const entryImport = /^import\(/m
const entryAddress = /^import\("([^"]+)"\)/m
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm

/**
 * A rendered page that asks for its scripts once its first view is drawn, where React Router's asks for them
 * before anything else: links and forms work without, and on a slow line the picture and the typefaces come
 * first. Where a script does not come, the page stays as it was served. What works with scripts only (a
 * `button` of the type "button") and is pressed before is pressed again as soon as it is alive.
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
  // The security policy allows no eval: zod is told before the first schema, whatever part has it.
  globalThis.__zod_globalConfig = { jitless: true }
  const addresses = ${JSON.stringify(addresses)}
  for (const href of addresses) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }))
  }
  const canPreload = document.createElement('link').relList.supports('modulepreload')
  // Each in a task of its own: in one piece they would hold presses up. Where none is under way, one would wait for another.
  if (canPreload) for (const href of addresses) if (href !== ${JSON.stringify(entry)}) await import(href)
  const [${names}] = await Promise.all([${modules}])
  ${start.replaceAll(staticImport, '').replace(entryImport, 'await import(').trim()}
  // From now on React hears every press itself.
  removeEventListener('click', notePress, true)
  pressAgain()
}
const startOrStay = () => start().catch(console.warn)
// Pages that nobody sees are never drawn; the second frame comes after the first is on the screen.
if (document.hidden) startOrStay()
else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(startOrStay)))
`
}
