import { createElement, useMemo } from 'react'
import type { TableColumn } from '#client/admin/columns.ts'
import { writeInstant } from '#client/admin/csv.ts'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { useSite } from '#client/page/use-site.ts'
import { formatEventDate } from '#kernel/event-time.ts'

type Person = {
  firstName: string
  lastName: string
  email: string
  company: string
  personKey: string | null
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** Columns that all tables of people share. */
export const nameColumn: TableColumn<Person> = {
  header: 'Name',
  text: nameOf,
  cell: (person) =>
    createElement(PersonLink, { personKey: person.personKey, name: nameOf(person) }),
  isSearched: true,
  width: 15,
}

export const emailColumn: TableColumn<Person> = {
  header: 'Email',
  text: ({ email }) => email,
  cell: ({ email }) => createElement(MailLink, { email }),
  isSearched: true,
  width: 20,
}

export const companyColumn: TableColumn<Person> = {
  header: 'Company',
  text: ({ company }) => company,
  isSearched: true,
  width: 13,
}

export const jobTitleColumn: TableColumn<{ jobTitle: string }> = {
  header: 'Job Title',
  text: ({ jobTitle }) => jobTitle,
  isSearched: true,
  width: 12,
}

/**
 * Returns a column of times: shown as dates of the display zone, exported with seconds, sorted by time.
 * `width` in percent.
 */
export function useDateColumn<Row>(
  given: Pick<TableColumn<Row>, 'header' | 'width'> & { none?: string },
  moment: (row: Row) => string | null,
): TableColumn<Row> {
  const { zone } = useSite().site.display
  const { header, width, none } = given
  return useMemo(
    () => ({
      header,
      width,
      text: (row) => writeInstant(moment(row), zone),
      cell: (row) => {
        const eventTime = moment(row)
        return eventTime === null
          ? (none ?? '–')
          : formatEventDate({ eventDate: null, eventTime }, zone, 'medium')?.replaceAll(
              ' ',
              '\u00A0',
            )
      },
      sortKey: (row) => moment(row) ?? '',
      isLatestFirst: true,
    }),
    [header, width, none, moment, zone],
  )
}
