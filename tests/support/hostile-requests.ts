import * as fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'
import {
  hostileContentType,
  hostileHeaders,
  hostileJson,
  hostileParam,
  hostileValue,
} from './hostile-values.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema | Schema[]
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
}

/** Generates a plausible form body, often with one hostile field. */
function likelyBody(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const names = fields.map(([name]) => name)
  const likely: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    fields.map(([name, field]) => [name, likelyValue(name, field)]),
  )
  const requiredKeys = names.filter((name) => schema.required?.includes(name))
  const body = fc.record(likely, { requiredKeys, noNullPrototype: true })
  if (names.length === 0) return body
  const replaced = fc.option(fc.record({ name: fc.constantFrom(...names), value: hostileValue }))
  return fc
    .tuple(body, replaced)
    .map(([sent, hostile]) => (hostile ? { ...sent, [hostile.name]: hostile.value } : sent))
}

function likelyValue(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => likelyValue(name, each)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => likelyValue(name, { ...schema, type })))
  }
  if (schema.type === 'object') return likelyBody(schema)
  if (schema.type === 'array') return likelyArray(name, schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat())
  }
  if (schema.type === 'null') return fc.constant(null)
  if (name === 'email') return fc.constantFrom('thandi@example.com', ' Known@Example.com ')
  return fc.constantFrom('Thandi', 'Nkosi', 'Founder', '1')
}

function likelyArray(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const fixed = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined)
  if (fixed) return fc.tuple(...fixed.map((each) => likelyValue(name, each)))
  const entry = likelyValue(name, (schema.items as Schema | undefined) ?? {})
  return fc.array(
    fc.oneof({ arbitrary: entry, weight: 5 }, { arbitrary: hostileValue, weight: 1 }),
    {
      maxLength: 6,
    },
  )
}

function payload(endpoint: Endpoint): fc.Arbitrary<string> {
  const schema = z.toJSONSchema(endpoint.body ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  return fc.oneof(
    { arbitrary: likelyBody(schema).map((body) => JSON.stringify(body)), weight: 6 },
    { arbitrary: hostileValue.map((body) => JSON.stringify(body)), weight: 1 },
    { arbitrary: hostileJson, weight: 2 },
  )
}

function address(endpoint: Endpoint): fc.Arbitrary<string> {
  const names = endpoint.path.match(/:\w+/g) ?? []
  const query = Object.keys(endpoint.query?.shape ?? { eventId: 0, email: 0 })
  return fc
    .tuple(
      fc.tuple(...names.map(() => hostileParam)),
      fc.array(fc.tuple(fc.constantFrom(...query, '__proto__', ''), hostileParam), {
        maxLength: 3,
      }),
    )
    .map(([params, pairs]) => {
      const path = names.reduce((made, name, at) => made.replace(name, params[at]!), endpoint.path)
      return pairs.length > 0 ? `${path}?${pairs.map((pair) => pair.join('=')).join('&')}` : path
    })
}

/** Generates requests for a call, from almost valid to malicious. */
export function hostileRequest(endpoint: Endpoint): fc.Arbitrary<InjectOptions & { url: string }> {
  return fc
    .record({
      url: fc.oneof(
        { arbitrary: fc.constant(''), weight: 3 },
        { arbitrary: address(endpoint), weight: 1 },
      ),
      headers: fc.oneof(
        { arbitrary: fc.constant({}), weight: 3 },
        { arbitrary: hostileHeaders, weight: 1 },
      ),
      type: fc.oneof(
        { arbitrary: fc.constant('application/json'), weight: 5 },
        { arbitrary: hostileContentType, weight: 1 },
      ),
      payload: payload(endpoint),
    })
    .map(({ url, headers, type, payload: body }) => ({
      method: endpoint.method,
      url: url || endpoint.path.replace(/:\w+/g, '1'),
      headers: endpoint.method === 'GET' ? headers : { ...headers, 'content-type': type },
      ...(endpoint.method !== 'GET' && { payload: body }),
    }))
}
