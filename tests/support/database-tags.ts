import { globSync, readFileSync } from 'node:fs'

declare module 'vitest' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface TestTags {
    database: (typeof databaseTags)[number]['name']
  }
}

/**
 * Every case of the server runs on the embedded database. What that cannot show runs on PostgreSQL
 * too: a case says `{ tags: 'postgres' }`, a whole file `// @module-tag postgres` in its first line.
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

/** What vitest runs in each of the two projects of the server suite. */
export const tagFilters: Record<string, string> = {
  server: '!postgres-only',
  postgres: 'postgres or postgres-only',
}

/** Whether a case belongs to a project at all; what does not is neither run nor told as skipped. */
export function belongsTo(project: string, tags: readonly string[] = []): boolean {
  if (project === 'server') return !tags.includes('postgres-only')
  return project !== 'postgres' || tags.some((tag) => tag.startsWith('postgres'))
}

/** The files that have a case for PostgreSQL, and those that have no other. */
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
