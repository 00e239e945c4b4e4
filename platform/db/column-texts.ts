/**
 * Rows in columns, as the database returns them: for each field, the JSON text of an array with its value in every
 * row.
 */
export type ColumnTexts<Row> = { [Name in keyof Row]: string }

/**
 * Converts columns to row objects. Each row begins as a copy of an object with all fields, because adding fields
 * one by one is slow.
 */
export function readRows<Row extends object>(texts: ColumnTexts<Row>): Row[] {
  const fields = Object.entries<string>(texts).map(
    ([name, text]) => [name, JSON.parse(text)] as [keyof Row, Row[keyof Row][]],
  )
  const blank = Object.fromEntries(fields.map(([name]) => [name, null])) as Row
  return fields[0]![1].map((_first, index) => {
    const row = { ...blank }
    for (const [name, values] of fields) row[name] = values[index]!
    return row
  })
}
