type Told<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? ToldDate<Row[Name]> : Row[Name]
}
type ToldDate<Value> = Value extends Date ? string : Value

/** A row with its instants as the contract tells them. */
export function tellDates<Row extends object>(row: Row): Told<Row> {
  const told = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(told) as Told<Row>
}
