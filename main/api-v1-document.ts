/** OpenAPI descriptions of the endpoints that accept API keys, and an OpenAPI document of only these endpoints. */

export const programScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key created by an administrator; it begins with `grk_`. The scopes in brackets are required.',
} as const

type Answers = Record<string, { headers?: object }>

const number = (description: string) => ({ description, schema: { type: 'integer' } })

const leftHeaders = {
  'ratelimit-limit': number('Calls per minute that a key may make; absent if there is no limit.'),
  'ratelimit-remaining': number('Remaining calls.'),
  'ratelimit-reset': number('Seconds until the limit is reset.'),
}

/**
 * Adds the response headers of calls by API key to an endpoint's responses: the remaining rate limit,
 * Retry-After, and WWW-Authenticate, which names the missing scope.
 */
export function programAnswers(answers: Answers): void {
  const challenge = {
    'www-authenticate': { description: 'What was missing.', schema: { type: 'string' } },
  }
  const retry = { 'retry-after': number('Seconds after which to retry.') }
  const byStatus: Record<string, object> = {
    401: challenge,
    403: { ...leftHeaders, ...challenge },
    429: { ...leftHeaders, ...retry },
    503: retry,
  }
  for (const [status, answer] of Object.entries(answers)) {
    answer.headers = { ...answer.headers, ...(byStatus[status] ?? leftHeaders) }
  }
}

type Document = {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, unknown>
  components?: { schemas?: object; securitySchemes?: object }
}

const reference = /"#\/components\/schemas\/(\w+)"/g

/** Returns an OpenAPI document with only the endpoints that accept API keys, and the schemas to which they refer. */
export function selectProgramCalls(whole: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(whole.paths ?? {}).filter(([path]) => path.startsWith('/api/v1/')),
  )
  const used = new Set([...JSON.stringify(paths).matchAll(reference)].map(([, name]) => name ?? ''))
  const schemas = Object.entries(whole.components?.schemas ?? {}).filter(([name]) => used.has(name))
  return {
    ...whole,
    info: {
      ...whole.info,
      title: `${whole.info.title}, for programs`,
      description:
        'Calls for other software, authenticated by an API key. Within v1, fields may be added but are never renamed or removed.',
    },
    paths,
    components: {
      securitySchemes: { key: programScheme },
      schemas: Object.fromEntries(schemas),
    },
  }
}
