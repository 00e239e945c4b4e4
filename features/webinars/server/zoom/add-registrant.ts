import type { ZoomClient } from '#features/webinars/server/zoom-client.ts'
import { isNameRefused } from '#features/webinars/server/zoom-error.ts'
import type { NewRegistrant, Registrant } from './registrants.ts'

/** Maximum length of first and last name at Zoom, in characters. */
const nameLength = 64

/** Adds a registrant. If Zoom refuses the name, repeats the request with the name in plain letters. */
export async function addRegistrant(
  zoom: Pick<ZoomClient, 'add'>,
  webinarId: string,
  { email, firstName, lastName }: NewRegistrant,
): Promise<Registrant> {
  const addAs = (inLetters: (name: string) => string) => {
    const names = { firstName: inLetters(firstName) || 'Guest', lastName: inLetters(lastName) }
    return zoom.add(webinarId, { email, ...names })
  }
  const shorten = (name: string) => Array.from(name).slice(0, nameLength).join('')
  try {
    return await addAs(shorten)
  } catch (error) {
    const isPlain = [firstName, lastName].every((name) => plainName(name) === name)
    if (isPlain || !isNameRefused(error)) throw error
    return addAs((name) => shorten(plainName(name)))
  }
}

/** Reduces a name to letters, digits, spaces, hyphens and apostrophes: "Zoë <3 Müller" becomes "Zoe 3 Muller". */
function plainName(name: string): string {
  const letters = name.replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return letters
    .replaceAll(/[^a-z0-9' -]/gi, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
