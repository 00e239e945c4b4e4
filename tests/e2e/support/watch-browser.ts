import type { BrowserContext } from '@playwright/test'
import { isYouTube } from './stand-in-for-youtube.ts'

export type BrowserWatch = {
  /** Returns problems that no `expectConsoleError` announced. */
  problems(): string[]
  expectConsoleError(pattern: RegExp): void
}

/**
 * Records console errors, uncaught exceptions and blocked resources of every page (violations of the content
 * security policy are console errors), and external requests without a stand-in. Only listens, because a route
 * would delay every request and disable the browser's cache.
 */
export function watchBrowser(context: BrowserContext): BrowserWatch {
  const noted: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    const { url } = message.location()
    const isMissingThumbnail = /status of 404/.test(message.text()) && isYouTube(url)
    if (message.type() !== 'error' || isMissingThumbnail) return
    noted.push(`console error: ${message.text()} (${url})`)
  })
  context.on('weberror', (problem) => noted.push(`uncaught: ${problem.error().stack ?? ''}`))
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_NAME_NOT_RESOLVED') return
    noted.push(`a request left the machine: ${request.url()}`)
  })
  return {
    problems: () => noted.filter((line) => !expected.some((pattern) => pattern.test(line))),
    expectConsoleError: (pattern) => void expected.push(pattern),
  }
}
