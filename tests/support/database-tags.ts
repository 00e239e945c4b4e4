import { globSync, readFileSync } from 'node:fs'

declare module 'vitest' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface TestTags {
    database: (typeof databaseTags)[number]['name']
  }
}

/**
 * Server tests run on the embedded database. A test that needs PostgreSQL as well has `{ tags: 'postgres' }`, a
 * file `// @module-tag postgres` in its first line.
 */
export const databaseTags = [
  {
    name: 'postgres',
    description:
      'on PostgreSQL too: locks and races, jobs, migrations, copies, the clock of the database, ' +
      'and statements whose plan or time matters',
  },
  {
    name: 'postgres-only',
    description: 'on PostgreSQL alone: several nodes, news, a killed server',
  },
] as const

/** The tag filter of each project of the server suite. */
export const tagFilters: Record<string, string> = {
  server: '!postgres-only',
  postgres: 'postgres or postgres-only',
}

/** Returns whether a test belongs to a project; others are neither run nor reported as skipped. */
export function belongsTo(project: string, tags: readonly string[] = []): boolean {
  if (project === 'server') return !tags.includes('postgres-only')
  return project !== 'postgres' || tags.some((tag) => tag.startsWith('postgres'))
}

/** Returns the files with tests for PostgreSQL, and those with no others. */
export function findTaggedFiles(): Record<'tagged' | 'postgresOnly', string[]> {
  const files = globSync(
    ['{platform,schema,main}/**/*.test.ts', 'features/*/server/**/*.test.ts', 'tests/**/*.test.ts'],
    {
      exclude: ['tests/e2e/**'],
    },
  ).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  function having(mark: RegExp) {
    return files.filter(({ text }) => mark.test(text)).map(({ path }) => path)
  }
  return {
    tagged: having(/^\/\/ @module-tag postgres|\btags: \[?'postgres/m),
    postgresOnly: having(/^\/\/ @module-tag postgres-only/m),
  }
}
