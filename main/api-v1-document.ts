/** Calls of programs by a key, as the API document describes them, and a document of these alone. */

export const programScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A key that an administrator made, which begins with `grk_`; the words in brackets are what it must have been made for.',
} as const

type Answers = Record<string, { headers?: object }>

const number = (description: string) => ({ description, schema: { type: 'integer' } })

const leftHeaders = {
  'ratelimit-limit': number(
    'How many calls a key has in a minute; absent where nothing is limited.',
  ),
  'ratelimit-remaining': number('How many of them are left.'),
  'ratelimit-reset': number('In how many seconds all of them are there again.'),
}

/** Adds the headers that tell a program of its key: what is left, when to come again, what was missing. */
export function programAnswers(answers: Answers): void {
  const challenge = {
    'www-authenticate': { description: 'What was missing.', schema: { type: 'string' } },
  }
  const retry = { 'retry-after': number('In how many seconds to ask again.') }
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

/** The part of the whole document that a key opens, with what it refers to and nothing else. */
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
        'What other software may do by a key. Within v1 fields are added; none is renamed or taken away.',
    },
    paths,
    components: {
      securitySchemes: { key: programScheme },
      schemas: Object.fromEntries(schemas),
    },
  }
}
