import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { preparedSql } from '#platform/db/prepared.ts'
import { countRequests } from './request-metrics.ts'

/**
 * A Prometheus gauge that is read from the database at each scrape. `value` is SQL for a number (null: no sample)
 * or, with `label`, for a JSON object of numbers by label value.
 */
export type DatabaseGauge = { name: string; help: string; value: SQL; label?: string }

type Values = Record<string, number | Record<string, number> | null>

export type SiteMetrics = {
  /** Returns all metrics in Prometheus's text format. Concurrent callers share one result. Never rejects. */
  render(): Promise<string>
  contentType: string
}

/** A database that does not answer within this many milliseconds counts as down. */
const patienceMs = 1500
/** Default metrics of prom-client to omit: they have too many time series, or are sums with the names of counters. */
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

/** Starts counting requests, and creates gauges for the app, its process and its database. */
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
    'Whether this node receives notifications from other nodes.',
  )
  const areCopiesWanted = addGauge(
    'greenroom_copies_wanted',
    'Whether a place for backups of the database is configured.',
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

  /**
   * Reads all gauges with one statement. Starts no second statement while one runs, even after the scrape that
   * started it.
   */
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
      // After `reset`, a gauge without labels would report 0 even if the database has no value, so remove it.
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
