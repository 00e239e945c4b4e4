import { createElement } from 'react'
import type { TableColumn } from '#app/components/desk/table-column.ts'
import { MailLink } from './mail-link.tsx'

type Person = { firstName: string; lastName: string; email: string; company: string }

/** The columns that every table of people has. */
export const nameColumn: TableColumn<Person> = {
  header: 'Name',
  text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
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
