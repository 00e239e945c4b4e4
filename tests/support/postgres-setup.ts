import type { TestProject } from 'vitest/node'
import { setup as prepareDatabase } from './global-setup.ts'
import { startedPostgres } from './postgres.ts'

/** Global setup of the `postgres` project: the same suites on a temporary PostgreSQL server. */
export async function setup(project: TestProject) {
  const server = await startedPostgres()
  try {
    const remove = await prepareOn(server.url, project)
    return async () => {
      await remove()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Sets the URL only while it is read, because another project's setup may run concurrently. */
function prepareOn(url: string, project: TestProject) {
  process.env.TEST_DATABASE_URL = url
  const prepared = prepareDatabase(project)
  delete process.env.TEST_DATABASE_URL
  return prepared
}
