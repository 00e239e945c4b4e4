/**
 * Media type of a list in columns, which our pages request: one JSON object per line with an array for each
 * field; the last line is an empty array. The server passes the database's JSON on without parsing it.
 */
export const columnsType = 'application/x-ndjson'

/** Some rows, as one array per field. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] }

/** The same before parsing: the JSON text of each field's array. */
export type ColumnTexts<Row> = { [Name in keyof Row]: string }

/**
 * Converts columns to rows. Each row starts as a copy of a complete object, because adding properties one by
 * one is slow.
 */
export function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const fields = Object.entries(columns) as [keyof Row, Row[keyof Row][]][]
  const blank = Object.fromEntries(fields.map(([name]) => [name, null])) as Row
  return fields[0]![1].map((_first, index) => {
    const row = { ...blank }
    for (const [name, values] of fields) row[name] = values[index]!
    return row
  })
}
