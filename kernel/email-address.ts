const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

/**
 * What may stand before the @ by the HTML standard's e-mail field, as part of a character class.
 */
export const mailboxCharacters = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-"

/**
 * An e-mail as the HTML standard's field takes it, with a dot in the domain. Specification,
 * "Forms".
 */
export const emailAddress = new RegExp(`^[${mailboxCharacters}]+@${label}(?:\\.${label})+$`)
