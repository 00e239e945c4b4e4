import { onTestFinished } from 'vitest'
import { gauges } from '#main/gauges.ts'
import { openMetrics } from '#platform/metrics/metrics-server.ts'
import { createSiteMetrics, type SiteMetrics } from '#platform/metrics/site-metrics.ts'
import { testApp } from './test-app.ts'

/** Starts the app with its metrics port, as with METRICS_PORT. */
export async function appWithMetrics(options: Parameters<typeof testApp>[0] = {}) {
  let metrics: SiteMetrics | undefined
  const app = await testApp({
    ...options,
    observe: (created) => void (metrics = createSiteMetrics(created, gauges)),
  })
  const door = await openMetrics({ port: 0, host: '127.0.0.1' }, metrics!)
  onTestFinished(() => door.close())
  const scrape = async () => (await fetch(door.address)).text()
  return { ...app, address: door.address, scrape }
}

/** Returns each sample of a scrape by name and labels. */
export function readSeries(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}
