import { z } from 'zod'
import type { Endpoint } from '#kernel/endpoint.ts'

type Schema = z.core.JSONSchema.BaseSchema

const mostNamed = 20

/**
 * Returns the paths of unknown fields in a request body, 20 at most: those that neither the endpoint's body nor a reply
 * about the same resource defines.
 */
export type FindUnknownFields = (body: unknown) => string[]

/**
 * Returns a function that lists the unknown fields in a request body of an endpoint. Fields of replies count as known,
 * so that a client can read a resource, change it and send it back. `served` are all endpoints.
 */
export function createFieldCheck(endpoint: Endpoint, served: Endpoint[]): FindUnknownFields {
  const body = describe(endpoint.body ?? z.object({}), 'input')
  const replies = findReplies(endpoint, served).flatMap((reply) =>
    unwrap(describe(reply, 'output')),
  )
  return (value) => {
    const found: string[] = []
    collect(value, { known: [body], replied: replies, path: '' }, found)
    return found
  }
}

function describe(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

/**
 * Returns the schemas of the replies that a client may send back to an endpoint: the endpoint's own reply, and those of
 * GET at the same path and at the parent path.
 */
function findReplies({ method, path, reply }: Endpoint, served: Endpoint[]): z.ZodType[] {
  const above = path.slice(0, path.lastIndexOf('/'))
  const isRead = (one: Endpoint) =>
    one.method === 'GET' && (one.path === path || (method !== 'POST' && one.path === above))
  return [reply, ...served.filter(isRead).map((one) => one.reply)]
}

/** Returns the schema of a reply and the schemas of the objects in it, such as the rows of a list. */
function unwrap(reply: Schema): Schema[] {
  const rows = (schema: Schema) =>
    alternatives(schema).flatMap((one) => (isSchema(one.items) ? [one.items] : [one]))
  const tops = rows(reply)
  const inner = tops.flatMap((top) => Object.values(top.properties ?? {}).filter(isSchema))
  // Skip objects with arbitrary keys, such as counts by state: every field name would count as known.
  return [...tops, ...inner.flatMap(rows)].filter((one) => one.properties)
}

type Place = { known: Schema[]; replied: Schema[]; path: string }

function collect(value: unknown, { known, replied, path }: Place, found: string[]) {
  if (typeof value !== 'object' || value === null) return
  const options = known.flatMap(alternatives)
  const below = replied.flatMap(alternatives)
  const at = (name: string | number) => (path ? `${path}.${name}` : String(name))
  if (Array.isArray(value)) {
    const items = options.flatMap(({ items: one }) => (isSchema(one) ? [one] : []))
    const replies = below.flatMap(({ items: one }) => (isSchema(one) ? [one] : []))
    if (items.length === 0) return
    for (const [index, item] of value.entries()) {
      if (found.length >= mostNamed) return
      collect(item, { known: items, replied: replies, path: at(index) }, found)
    }
    return
  }
  // Check only values that must be objects: a value with an empty schema may have any fields.
  const objects = options.filter((one) => one.type === 'object')
  if (objects.length === 0 || options.some((one) => Object.keys(one).length === 0)) return
  const fitting = objects.filter((one) => fits(value, one))
  const chosen = fitting.length > 0 ? fitting : objects
  for (const [name, field] of Object.entries(value)) {
    if (found.length >= mostNamed) return
    const schemas = chosen.flatMap((one) => fieldSchemas(one, name))
    const replies = below.flatMap((one) => fieldSchemas(one, name))
    if (schemas.length > 0) {
      collect(field, { known: schemas, replied: replies, path: at(name) }, found)
    } else if (replies.length === 0) found.push(at(name))
  }
}

/**
 * Returns whether an object matches this variant of a union, by its fields with constant values, such as `kind:
 * 'event'`.
 */
function fits(value: object, { properties = {} }: Schema): boolean {
  return Object.entries(properties).every(([name, schema]) => {
    const fixed = isSchema(schema) ? schema.const : undefined
    return fixed === undefined || (value as Record<string, unknown>)[name] === fixed
  })
}

function fieldSchemas({ properties, additionalProperties }: Schema, name: string): Schema[] {
  if (properties && Object.hasOwn(properties, name)) {
    const schema = properties[name]
    return isSchema(schema) ? [schema] : []
  }
  return isSchema(additionalProperties) ? [additionalProperties] : []
}

function alternatives(schema: Schema): Schema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return inner.length > 0 ? inner.filter(isSchema).flatMap(alternatives) : [schema]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
