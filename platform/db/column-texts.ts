/** Some rows of a list as the database answers them: for each field the JSON text of its array. */
export type ColumnTexts<Row> = { [Name in keyof Row]: string }

/** Returns the rows. Each begins as a copy of one with all fields, because adding fields to an object is slow. */
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
