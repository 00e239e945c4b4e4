import { Client, type QueryResultRow } from 'pg'

/** Runs a statement on a PostgreSQL server and returns its rows. */
export async function querySql<Row extends QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
