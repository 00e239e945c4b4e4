/**
 * A list as our own page asks for it, at the same address: lines, each a JSON text of some rows as one
 * array for each field, the last one an empty array. It goes from the database to the page without being
 * taken apart.
 */
export const columnsType = 'application/x-ndjson'

/** Some rows, as an array for each field. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] }

/** The same before anybody takes it apart: of each field the JSON text of its array. */
export type ColumnTexts<Row> = { [Name in keyof Row]: string }

/** The rows themselves. Each begins as a copy of one with all fields: an object that grows by fields is dear. */
export function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const fields = Object.entries(columns) as [keyof Row, Row[keyof Row][]][]
  const blank = Object.fromEntries(fields.map(([name]) => [name, null])) as Row
  return fields[0]![1].map((_first, index) => {
    const row = { ...blank }
    for (const [name, values] of fields) row[name] = values[index]!
    return row
  })
}
