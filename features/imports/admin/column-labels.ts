import { matchableTitle, noWords as no, yesWords as yes } from '#features/imports/rules.ts'
import { cleanCell } from './read-cells.ts'

export const roleNames = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  company: 'Company',
  jobTitle: 'Job title',
  eventIdentifier: 'Event',
  status: 'Registration status',
} as const
/** The role of a column with answers to a question of the registration form, by the question's name. */
type AnswerRole = `answer:${string}`
export type Role = keyof typeof roleNames | AnswerRole

export const answerRole = (question: string): AnswerRole => `answer:${question}`

/** Returns the name of the question that a column of this role answers; undefined for other roles. */
export function questionOf(role: Role | undefined): string | undefined {
  return role?.startsWith('answer:') ? role.slice('answer:'.length) : undefined
}

/** Returns the name of a role for display. */
export function nameRole(role: Role): string {
  return questionOf(role) ?? roleNames[role as keyof typeof roleNames]
}

/**
 * Returns the names of questions by matchable column header. The name is the label; if a form asks two questions with
 * the same label, or if the label is a header of the documented list format, the id follows in brackets, as in the
 * file of exported people.
 */
export function nameQuestions(
  questions: { id: number; label: string; eventId: number | null }[],
): Map<string, string> {
  const byLabel = Map.groupBy(questions, ({ label }) => matchableTitle(label))
  return new Map(
    questions.flatMap(({ id, label, eventId }) => {
      const header = matchableTitle(label)
      const isAmbiguous =
        ours.includes(toPlain(label)) ||
        byLabel
          .get(header)!
          .some(
            (other) =>
              other.id !== id &&
              (other.eventId === eventId || other.eventId === null || eventId === null),
          )
      const unique = `${label} (${id})`
      const name = isAmbiguous ? unique : label
      return [[matchableTitle(unique), name], ...(isAmbiguous ? [] : [[header, name]])] as const
    }) as [string, string][],
  )
}

/**
 * Column headers of the list format that the import documents, and the field of an attendee for each. The CSV file of
 * failed rows has the same headers, so that it can be imported again.
 */
export const attendeeColumns = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Email: 'email',
  Event: 'eventIdentifier',
  Company: 'company',
  'Job Title': 'jobTitle',
} as const

/**
 * Returns a column header in lower case, with each run of characters other than letters replaced by a
 * space.
 */
export function toPlain(cell: string): string {
  return cleanCell(cell)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
}

/** Matches a text that begins with a date or contains a time of day, in common formats. */
export const dateText =
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d{2}|^\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|^\d{1,2}\.? \p{L}{3,9}\.? \d{4}/u
const numberText = /^[#+\-$€£¥%()\s\d.,:/eE]*\d[%\s\d.,:/()-]*$/
const yesNoText = new RegExp(`^(?:${yes}|${no}|maybe|--)$`, 'i')

/**
 * Returns whether a text may be a name, that is, not a date, a number, yes or no, an email address or a
 * link.
 */
export function isPlainText(cell: string): boolean {
  const text = cell.trim()
  return !(
    text.includes('@') ||
    dateText.test(text) ||
    numberText.test(text) ||
    yesNoText.test(text) ||
    /^https?:|^www\./i.test(text)
  )
}

/**
 * Column headers of the documented list format and of CSV files that this site exports. A list with these headers only
 * needs no matching of columns; columns after the sixth are ignored.
 */
const ours =
  'first name,last name,email,event,company,job title,event optional,company optional,job title optional,id,linkedin,interests,questions,receive updates,registration date,registrations,emails bounce,added on,mails come back,known since,error,line,result,reason'.split(
    ',',
  )
const sameWords: Record<string, string> = {
  firstname: 'first name',
  lastname: 'last name',
  surname: 'last name',
  'e mail': 'email',
  jobtitle: 'job title',
}

function ourWord(cell: string) {
  const word = toPlain(cell)
  return sameWords[word] ?? word
}

/**
 * Returns whether a header is one of the documented list format or of exported files. The id of a question in brackets
 * is no part of them: 'Company (12)' is the question 'Company'.
 */
export function isOurWord(cell: string): boolean {
  return ours.includes(ourWord(cell)) && !/\(\d+\)\s*$/.test(cell)
}

/**
 * Returns whether a header row comes from the documented list format or from a file that Greenroom
 * exported.
 */
export function isOurHeader(cells: string[], questions: ReadonlyMap<string, string>): boolean {
  const words = cells
    .filter((cell) => isOurWord(cell) || !questions.has(matchableTitle(cleanCell(cell))))
    .map(ourWord)
  return (
    ours.slice(0, 3).every((name) => words.includes(name)) &&
    words.every((word) => ours.includes(word))
  )
}

export const emailHeader =
  /(?:^| )(?:e ?mails?|mail|correo(?: electr[oó]nico)?|courriel|correio|subscriber)(?: ?addresse?s?| ?adress?en?| ?adres| id)?$/
/**
 * Matches headers of columns about a person other than the attendee, such as the buyer, referrer or account
 * manager.
 */
export const foreignHeader =
  /buyer|billing|purchas|payer|order|owner|host|organi[sz]er|manager|assistant|parent|emergency|refer|invited by|secondary|alternate|besteller|rechnung|comprador/

const person =
  '(?:(?:attendee|guest|participant|registrant|invitee|member|subscriber|contact|user|your|what is your|teilnehmer)(?: ?name)? )?'
const named = (words: string) => new RegExp(`^${person}(?:${words})$`)

/** For each column role, a pattern of its headers in the languages of lists that organisers provided. */
export const headerWords: Record<Exclude<keyof typeof roleNames, 'status'>, RegExp> = {
  email: emailHeader,
  firstName: named(
    'first ?name|first|given ?name|fore ?name|f ?name|vorname|pr[ée]noms?|voornaam|nome pr[óo]prio|primeiro nome|imię|имя',
  ),
  lastName: named(
    'last ?name|last|sur ?name|family ?name|l ?name|nachname|familienname|apellidos?|cognome|sobrenome|achternaam|nom de famille|nazwisko|фамилия',
  ),
  fullName: named(
    'name|name original name|full ?name|whole name|display name|your name|full name of attendee|nom complet|nombre completo|nombre y apellidos|vollst[äa]ndiger name|voller name|names?',
  ),
  company: named(
    'company|company ?name|associated company|organi[sz]ation(?: name)?|company organi[sz]ation|employer|business|(?:what|which) company(?: do you work (?:for|at))?|firma|unternehmen|empresa|compañ[ií]a|soci[ée]t[ée]|entreprise|azienda|bedrijf',
  ),
  jobTitle: named(
    'job ?title|job|job role|position(?: title)?|occupation|profession|funktion|beruf|cargo|puesto(?: de trabajo)?|poste|fonction|functie',
  ),
  // Lists from other systems contain event ids of their own, which may equal an id here, so columns named "event id"
  // are not recognised.
  eventIdentifier: named('event|event ?(?:name|title)|event optional|webinar|veranstaltung|evento'),
}
/**
 * Matches the header `Name`. Such a column holds last names if the list also has a first-name column, and
 * first names if it has a last-name column.
 */
export const halfName = /^(?:name|nom|nombres?|nome|naam)$/

export const statusHeader =
  /status|rsvp|approv|attending|will you (?:attend|come|join)|response|zusage|estado|statut|stato|^paid|bezahlt|^going|accepted|^a participé|pr[ée]sen[tçcz]|asist|aanwezig|teilgenommen|nehmen sie teil/
/** Matches headers that certainly mean a status, such as `Status`, whatever values the column contains. */
export const plainStatusHeader = /status|statut|estado d[aeo]/
export const otherStatusHeader =
  /marketing|lead|marital|employ|visa|student|reason|grund|motif|motivo/
/**
 * Matches headers of columns with a person's role in the meeting, such as host or attendee. Such a role must not be
 * taken for a job title.
 */
export const roleHeader = /^(?:role|rolle|rol|rôle|ruolo)$/
export const meetingRole =
  /^(?:attendee|participant|presenter|guest|(?:co.?)?organi[sz]er|(?:co.?)?host|panelist|teilnehmer(?:in)?|referent(?:in)?|organisator(?:in)?|asistente|moderador|organizador|participante)$/i
/** Matches headers such as `Unsubscribed`. A person with a yes or a date in such a column must not be imported. */
export const negativeHeader =
  /unsub|bounce|delet|cancel|opt(?:ed)? ?out|suppress|spam|abgemeldet|complain|disabled|blocked|do not|removed|erased|refund|^clean (?:time|campaign)|blacklist|d[ée]s(?:abonn|inscri)|annul|anulad|dado de baja|abbestellt|gesperrt|storn|gel[öo]scht|disiscri|uitgeschreven|wypisan/
/** Matches headers of columns that hold the reason or campaign of an unsubscription or bounce. */
export const reasonHeader = /reason|grund|motif|motivo|campaign title/

export const positiveStatus = new RegExp(
  `^(?:${yes}|attendee|participant|presenter|guest|teilnehmer(?:in)?|referent(?:in)?|asistente|participante|attending|attended|checked ?in|approved|confirmed|accept(?:ed)?|going|registered|active|subscribed|paid|completed?|valid|ok|booked|enrolled|joined|present|zugesagt|best[äa]tigt|aktiv|aprobad[oa]|confirmad[oa]|accept[ée]e?|confirm[ée]e?|approuv[ée]e?|inscrite?|pr[ée]sente?|genehmigt|angemeldet|bezahlt|eingecheckt|nimmt teil|asistir[áa]|aprovad[oa]|approvat[oa]|confermat[oa]|aangemeld|bevestigd)$`,
  'i',
)
const negativeStatus = new RegExp(
  `^(?:${no})$|not(?!ion|ar)|declin|den(?:y|ied)|cancel|delet|pending|wait|reject|unsub|bounc|refund|expired|inactive|unpaid|invited|maybe|tentative|no reply|abgesagt|storniert|nein|blocked|junk|spam|transferred|void|unconfirmed|removed|archived|draft|rechazad|pendiente|cancelad|refus|annul|attente|complain|incomplete|abandon|failed|abgelehnt|ausstehend|gel[öo]scht|anulad|^no `,
  'i',
)

/** Returns whether a value looks like a registration or subscription status. */
export function isStatus(value: string): boolean {
  return positiveStatus.test(value.trim()) || negativeStatus.test(value)
}

export const yesCell = new RegExp(`^(?:${yes}|1|x)$`, 'i')
export const noCell = new RegExp(`^(?:|${no}|0|never|-+)$`, 'i')
