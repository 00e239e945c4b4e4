import type { BrowserContext } from '@playwright/test'
import { isYouTube } from './stand-in-for-youtube.ts'

export type BrowserWatch = {
  /** What went wrong that no `expectConsoleError` announced. */
  problems(): string[]
  expectConsoleError(pattern: RegExp): void
}

/**
 * Notes every console error, uncaught exception and refused resource of every page (a breach of
 * the content security policy is a console error), and every request to the internet that nothing stands
 * in for: the browser's settings know no address but this machine's. It only listens, since a route would
 * make each request of a page wait for this process, and take the browser's cache away.
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
