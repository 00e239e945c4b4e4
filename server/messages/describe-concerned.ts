import type { RecipientCounts } from './count-concerned.ts'

type Crew = Pick<RecipientCounts, 'crew'>

/** `1 confirmed person gets`, `2 confirmed people get`. */
export function people(number: number, kind: string, [one, many]: [one: string, many: string]) {
  const count = number.toLocaleString('en-GB')
  return number === 1 ? `1 ${kind} person ${one}` : `${count} ${kind} people ${many}`
}

/** `2 registrations`. */
export function countRegistrations(number: number) {
  return number === 1 ? '1 registration' : `${number.toLocaleString('en-GB')} registrations`
}

/** What a move means for whoever holds the event: `Its crew of 2 is told as well.` */
export function ofCrew({ crew }: Crew, does: string): string[] {
  return crew === 0 ? [] : [`Its crew of ${crew} ${does}.`]
}

/** Where nobody registered, the crew may still be told. */
export function nobodyRegistered({ crew }: Crew): string {
  return crew === 0 ? 'Nobody is registered, so nobody is told.' : 'Nobody is registered.'
}
