import { reminderMinutes } from '#features/event-mails/contract.ts'

const units = { days: 24 * 60, hours: 60, minutes: 1 }
export type ReminderUnit = keyof typeof units
export const reminderUnits = Object.keys(units) as ReminderUnit[]

/** A reminder as typed: a number of days, hours or minutes before the start. */
export type ReminderRow = { amount: string; unit: ReminderUnit }

/** Converts minutes to the largest unit that divides them; a day is shown as 24 hours. */
export function rowsOf(minutes: number[]): ReminderRow[] {
  return minutes.map((one) => {
    const isDays = one % units.days === 0 && one > units.days
    const unit = isDays ? 'days' : one % units.hours === 0 ? 'hours' : 'minutes'
    return { amount: String(one / units[unit]), unit }
  })
}

/** Returns the typed times in minutes, the earliest reminder first; or the error of the contract. */
export function readRows(rows: ReminderRow[]): { minutes: number[] } | { error: string } {
  if (rows.some(({ amount }) => amount.trim() === ''))
    return { error: 'Enter a number, or remove the reminder' }
  const typed = rows.map(({ amount, unit }) => Number(amount) * units[unit])
  const { data, error } = reminderMinutes.safeParse(typed)
  if (!data) return { error: error.issues[0]!.message }
  return { minutes: data.toSorted((one, other) => other - one) }
}
