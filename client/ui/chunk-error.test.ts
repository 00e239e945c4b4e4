import { afterEach, expect, test, vi } from 'vitest'
import { loadChunk } from './chunk-error.tsx'

const build = '/assets/manifest-1234.js'
const lost = new TypeError('Failed to fetch dynamically imported module')

afterEach(() => vi.unstubAllGlobals())

/** Simulates a page of a build; `status` is the server's response for the build's manifest. */
function openPage({ status = 200, isOnline = true, kept = new Map<string, string>() } = {}) {
  const reload = vi.fn<() => void>()
  const page = Object.assign(new EventTarget(), {
    __reactRouterManifest: { url: build },
    location: { reload },
  })
  const ask = vi.fn<typeof fetch>(async () => new Response(null, { status }))
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { onLine: isOnline })
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  return { page, reload, ask, kept }
}

/** A part whose file permanently fails to load on this page. */
function failingChunk() {
  return () => Promise.reject(lost)
}

async function expectReload(load: () => Promise<unknown>, reload: () => void) {
  void loadChunk(load)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 30_000)
}

test('a part lost twice while the server answers is fetched by a new page, once for the build', async () => {
  const { reload, ask, kept } = openPage()
  const part = failingChunk()
  await expect(loadChunk(part)).rejects.toBe(lost)
  expect(reload).not.toHaveBeenCalled()
  await expectReload(part, reload)
  expect(ask).toHaveBeenLastCalledWith(build, { method: 'HEAD', cache: 'no-store' })

  const after = openPage({ kept })
  const same = failingChunk()
  for (let press = 0; press < 4; press += 1) await expect(loadChunk(same)).rejects.toBe(lost)
  expect(after.reload).not.toHaveBeenCalled()
})

test('a part lost offline is fetched by a new page at the first press online', async () => {
  const part = failingChunk()
  const before = openPage({ isOnline: false })
  await expect(loadChunk(part)).rejects.toBe(lost)
  await expect(loadChunk(part)).rejects.toBe(lost)
  expect(before.ask).not.toHaveBeenCalled()
  await expectReload(part, openPage().reload)
})

test('a part that two places lose together, and two parts lost once each, leave the page', async () => {
  const { reload } = openPage()
  const part = failingChunk()
  await Promise.allSettled([loadChunk(part), loadChunk(part), loadChunk(failingChunk())])
  expect(reload).not.toHaveBeenCalled()
})

test('a part lost twice leaves the page while something is unsaved or the server is in trouble', async () => {
  const { page, reload } = openPage()
  page.addEventListener('beforeunload', (event) => event.preventDefault())
  const inTrouble = openPage({ status: 503 })
  for (const each of [page, inTrouble.page]) {
    vi.stubGlobal('window', each)
    vi.stubGlobal('fetch', async () => new Response(null, { status: each === page ? 200 : 503 }))
    const part = failingChunk()
    await expect(loadChunk(part)).rejects.toBe(lost)
    await expect(loadChunk(part)).rejects.toBe(lost)
  }
  expect(reload).not.toHaveBeenCalled()
  expect(inTrouble.reload).not.toHaveBeenCalled()
})
