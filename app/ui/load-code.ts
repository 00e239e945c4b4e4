const reloadedFrom = 'reloadedFromBuild'

/** Where the list of this build's files is, as React Router leaves it in the page. */
function buildAddress(): string | undefined {
  return (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest?.url
}

/** Whether the build that this page came from was replaced: its list of files is gone with it. */
async function isReplaced(build: string): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const answer = await fetch(build, { method: 'HEAD', cache: 'no-store' })
    return answer.status === 404
  } catch {
    return false
  }
}

/** Once for each build, so that a page that comes back the same is not loaded again and again. */
function isFirstTime(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFrom) === build) return false
    sessionStorage.setItem(reloadedFrom, build)
    return true
  } catch {
    return false
  }
}

/** What the browser would ask before it leaves the page: whether something unsaved would be lost. */
function isFreeToLeave(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/**
 * Fetches code that somebody wants to see now. Where it is gone because a new build has come, the page is
 * loaded anew, once; where it does not come for another reason, this throws, and the page stays.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    const build = buildAddress()
    const isOutdated = build !== undefined && (await isReplaced(build))
    if (!isOutdated || !isFreeToLeave() || !isFirstTime(build)) throw error
    window.location.reload()
    return new Promise(() => {})
  }
}
