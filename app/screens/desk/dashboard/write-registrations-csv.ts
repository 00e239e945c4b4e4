import type { RegistrationRow } from '#shared/contract/desk.ts'
import { dayInZone } from '#shared/event-time.ts'
import { writeCsv, writeInstant } from '#app/screens/desk/parts/write-csv.ts'

const columns: Record<string, (row: RegistrationRow, zone: string) => string> = {
  ID: ({ id }) => String(id),
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
  LinkedIn: ({ linkedin }) => linkedin,
  Interests: ({ interests }) => interests.join('; '),
  Questions: ({ questions }) => questions,
  'Receive Updates': ({ receiveUpdates }) => (receiveUpdates ? 'Yes' : 'No'),
  'Registration Date': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/**
 * The file of 'Export CSV' by the display zone's clock; undefined where there is nobody to write down.
 * Specification, "Imports and export".
 */
export function writeRegistrationsCsv(
  registrations: RegistrationRow[],
  { now, zone }: { now: Date; zone: string },
): { name: string; text: string } | undefined {
  if (registrations.length === 0) return undefined
  const cells = registrations.map((row) => Object.values(columns).map((write) => write(row, zone)))
  return {
    name: `event-registrations-${dayInZone(now, zone)}.csv`,
    text: writeCsv(Object.keys(columns), cells),
  }
}
