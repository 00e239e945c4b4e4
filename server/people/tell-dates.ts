type Serialized<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? SerializedDate<Row[Name]> : Row[Name]
}
type SerializedDate<Value> = Value extends Date ? string : Value

/** A row with its instants as the contract tells them. */
export function serializeDates<Row extends object>(row: Row): Serialized<Row> {
  const serialized = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(serialized) as Serialized<Row>
}
