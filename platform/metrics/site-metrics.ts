import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { preparedSql } from '#platform/db/prepared.ts'
import { countRequests } from './request-metrics.ts'

/**
 * What is read from the database at each scrape: an expression for a number, null where there is nothing to say;
 * with `label` one for a JSON object of numbers by that label.
 */
export type DatabaseGauge = { name: string; help: string; value: SQL; label?: string }

type Values = Record<string, number | Record<string, number> | null>

export type SiteMetrics = {
  /** Everything in the text format; parallel callers share one reading. Never rejects. */
  render(): Promise<string>
  contentType: string
}

/** A database that says nothing for so long counts as away. */
const patienceMs = 1500
/** Of prom-client's own: a series for each kind of collection, space and handle, and sums named as counters are. */
const leftOut = [
  'nodejs_gc_duration_seconds',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_active_resources',
  'nodejs_active_handles',
  'nodejs_active_requests',
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
]

/** Counts what the app is asked from now on, and tells how it, its process and its database stand. */
export function createSiteMetrics(app: FastifyInstance, listed: DatabaseGauge[]): SiteMetrics {
  const { db, cache, settings } = app.deps
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of leftOut) register.removeSingleMetric(name)
  countRequests(app, register)
  function addGauge(name: string, help: string, label?: string) {
    const labelNames = label ? [label] : []
    return new Gauge({ name, help, labelNames, registers: [register] })
  }
  const isUp = addGauge('greenroom_database_up', 'Whether the database answered this scrape.')
  const isListening = addGauge(
    'greenroom_listening',
    'Whether this node hears what other nodes change.',
  )
  const areCopiesWanted = addGauge(
    'greenroom_copies_wanted',
    'Whether a place for copies of the database is set.',
  )
  const gauges = listed.map((gauge) => ({
    ...gauge,
    metric: addGauge(gauge.name, gauge.help, gauge.label),
  }))
  const ask = preparedSql<object, Values>(
    'read_gauges',
    () =>
      sql`select ${sql.join(
        listed.map(({ name, value }) => sql`(${value}) as ${sql.identifier(name)}`),
        sql`, `,
      )}`,
  )
  let asking: Promise<Values | undefined> | undefined
  let rendering: Promise<string> | undefined

  /** One statement at a time, even where it outlives the scrape that began it. */
  async function readInTime() {
    asking ??= ask(db, {})
      .then(
        ([row]) => row,
        () => undefined,
      )
      .finally(() => (asking = undefined))
    return Promise.race([asking, wait(patienceMs, undefined, { ref: false })])
  }

  async function draw() {
    const values = await readInTime()
    isUp.set(values ? 1 : 0)
    areCopiesWanted.set(settings().backup ? 1 : 0)
    isListening.set(cache.listening() === 'all' ? 1 : 0)
    for (const { name, label, metric } of gauges) {
      metric.reset()
      // Without labels a reset one says nought, which is something.
      if (!label) metric.remove()
      const value = values?.[name]
      if (typeof value === 'number') metric.set(value)
      else if (label && value) {
        for (const [key, number] of Object.entries(value)) metric.set({ [label]: key }, number)
      }
    }
    return register.metrics()
  }

  return {
    render: () => (rendering ??= draw().finally(() => (rendering = undefined))),
    contentType: register.contentType,
  }
}
