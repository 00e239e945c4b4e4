import type { BrowserContext } from '@playwright/test'
import { isYouTube } from './stand-in-for-youtube.ts'

export type BrowserWatch = {
  /** What went wrong that no `expectConsoleError` announced. */
  problems(): string[]
  expectConsoleError(pattern: RegExp): void
}

/**
 * Notes every console error, uncaught exception and refused resource of every page (a breach of
 * the content security policy is a console error), and keeps the browser off the internet.
 */
export async function watchBrowser(context: BrowserContext): Promise<BrowserWatch> {
  const noted: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    const { url } = message.location()
    const isMissingThumbnail = /status of 404/.test(message.text()) && isYouTube(url)
    if (message.type() !== 'error' || isMissingThumbnail) return
    noted.push(`console error: ${message.text()} (${url})`)
  })
  context.on('weberror', (problem) => noted.push(`uncaught: ${problem.error().stack ?? ''}`))
  await context.route(isOutside, async (route) => {
    noted.push(`a request left the machine: ${route.request().url()}`)
    await route.abort('blockedbyclient')
  })
  return {
    problems: () => noted.filter((line) => !expected.some((pattern) => pattern.test(line))),
    expectConsoleError: (pattern) => void expected.push(pattern),
  }
}

function isOutside(url: URL): boolean {
  const isWeb = /^(https?|wss?):$/.test(url.protocol)
  return isWeb && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
