/*
 * This file imports no other code, so that the first view, which loads it later, need not contain the names of further
 * chunks. The server cleans what it sends.
 */

/** Paths to report: not those of administrators or with a token. `publicPath` of kernel/first-touch.ts has the rule. */
const reported = /^\/(?:(?!admin$|me$)[^/]*|events\/[^/]+)\/?$/

/** How long a page must be visible to count as viewed, in milliseconds. */
const visibleForMs = 1000

/** Maximum size of a report, in bytes. */
const longestBody = 300

/** The view whose page is open; undefined if the page is not counted. */
let view: { path: string; isFormOpened: boolean; stop: () => void } | undefined

/**
 * Counts a view of a public page once it has been visible for a second. Browsers with Do Not Track or Global Privacy
 * Control send nothing.
 */
export function note(path: string) {
  view?.stop()
  view = undefined
  if (!reported.test(path) || optsOut()) return
  view = { path, isFormOpened: false, stop: whenVisible(() => send(path)) }
}

/** Counts that the visitor opened a registration form, once for each view. */
export function noteForm() {
  if (!view || view.isFormOpened) return
  view.isFormOpened = true
  send(view.path, true)
}

/** Sends a view or an opened form, without those of the marks that would make the body longer than `longestBody`. */
function send(path: string, form?: true) {
  const [load] = performance.getEntriesByType('navigation')
  const query = new URL(load?.name ?? window.location.href).searchParams
  const read = (name: string) => query.get(name)?.trim().slice(0, 100)
  const marks = { source: read('utm_source'), via: read('via'), campaign: read('utm_campaign') }
  let sent: object = { path, form }
  for (const [name, mark] of Object.entries(marks)) {
    const longer = { ...sent, [name]: mark }
    if (toBody(longer).size <= longestBody) sent = longer
  }
  navigator.sendBeacon('/api/seen', toBody(sent))
}

const toBody = (report: object) => new Blob([JSON.stringify(report)], { type: 'application/json' })

function optsOut() {
  const { doNotTrack } = navigator
  return (
    doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
  )
}

/** Calls `report` once the document has been visible for a second without interruption. Returns a function that stops. */
function whenVisible(report: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function stop() {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', watch)
  }
  function watch() {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => {
      stop()
      report()
    }, visibleForMs)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
  return stop
}
