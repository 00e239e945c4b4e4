import { availableParallelism } from 'node:os'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { databaseTags, findTaggedFiles, tagFilters } from './tests/support/database-tags.ts'
import { findPostgresBinaries } from './tests/support/postgres-binaries.ts'
import { VitestTotals } from './tests/support/vitest-totals.ts'

const structure = [
  'tests/{structure,architecture,feature-needs,banned-words,plain-language,series-words,page-weight,browser-support}.test.ts',
]
const unit = [
  '{kernel,client,app}/**/*.test.{ts,tsx}',
  'features/*/*.test.ts',
  'features/*/{public,admin}/**/*.test.{ts,tsx}',
  'bench/**/*.test.ts',
  'tests/{import,lint}-rules.test.ts',
  'tests/support/{choose-tests,count-characters,run-command,run-parts,suite-result}.test.ts',
]
const server = {
  include: [
    '{platform,schema,main}/**/*.test.ts',
    'features/*/server/**/*.test.ts',
    'tests/**/*.test.ts',
  ],
  exclude: [...structure, ...unit, 'tests/e2e/**'],
  // Tests of a worker share modules and database; each begins with empty tables.
  isolate: false,
  // The first start of the embedded database takes ten seconds on a busy machine.
  testTimeout: 90_000,
  hookTimeout: 120_000,
}

const { tagged, postgresOnly } = findTaggedFiles()
const postgres = await findPostgresBinaries()

/** Filters tests by tags per project; vitest's setting is global. */
const filterByTags: Plugin = {
  name: 'greenroom:filter-by-tags',
  configureVitest({ project }) {
    const filter = tagFilters[project.name]
    if (filter !== undefined) project.config.tagsFilter = [filter]
  },
}

export default defineConfig({
  plugins: [filterByTags],
  test: {
    tags: [...databaseTags],
    reporters: ['default', new VitestTotals()],
    // Each worker of the server suites has a database of about 250 MB.
    maxWorkers: Math.min(4, availableParallelism()),
    // Generous, for busy machines.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // CI repeats a failed test once and lists it with its first error; each is a race to be fixed.
    retry: process.env.CI ? 1 : 0,
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    projects: [
      { extends: true, test: { name: 'structure', include: structure, testTimeout: 90_000 } },
      { extends: true, test: { name: 'unit', include: unit, testTimeout: 90_000 } },
      {
        extends: true as const,
        test: {
          name: 'server',
          ...server,
          exclude: [...server.exclude, ...postgresOnly],
          globalSetup: 'tests/support/global-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                ...server,
                include: tagged,
                globalSetup: 'tests/support/postgres-setup.ts',
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
})
