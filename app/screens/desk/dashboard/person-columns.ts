import { createElement } from 'react'
import type { TableColumn } from '#app/screens/desk/parts/table-column.ts'
import { MailLink } from '#app/screens/desk/parts/mail-link.tsx'
import { PersonLink } from '#app/screens/desk/parts/person-link.tsx'

type Person = {
  firstName: string
  lastName: string
  email: string
  company: string
  personKey: string | null
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

/** The columns that every table of people has. */
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
