import { registerHooks } from 'node:module'
import createClient from 'openapi-fetch'
import type { paths } from './api-v1-types.ts'
import type { testApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>

/**
 * Generates client types from an OpenAPI document with openapi-typescript, which needs an older TypeScript than
 * this project uses.
 */
export async function writeClientTypes(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  })
  try {
    const { default: openapiTS, astToString } = await import('openapi-typescript')
    return `${mark}\n${astToString(await openapiTS(JSON.stringify(document)))}`
  } finally {
    hooks.deregister()
  }
}

const mark = '// Written by openapi-typescript: vitest -u writes it anew.'

/** Returns a typed client that uses this API key. */
export function apiClient({ newCaller }: Pick<TestApp, 'newCaller'>, key: string) {
  const { send } = newCaller()
  return createClient<paths>({
    baseUrl: 'http://localhost',
    headers: { authorization: `Bearer ${key}` },
    async fetch(request) {
      const { method, url, headers } = request
      const { pathname, search } = new URL(url)
      const payload = await request.text()
      const answer = await send({
        method,
        url: pathname + search,
        headers: Object.fromEntries(headers),
        ...(payload && { payload }),
      })
      const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: given as [string, string][],
      })
    },
  })
}
