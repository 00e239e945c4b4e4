import { expect, test } from 'vitest'
import { findMailProvider, mailProviders } from './mail-providers.ts'

test('the provider of a saved server is found again, in other regions too', () => {
  for (const provider of mailProviders) expect(findMailProvider(provider.host)).toBe(provider)
  const nameOf = (host: string) => findMailProvider(host)?.name
  expect(nameOf(' SMTP.gmail.com ')).toBe('Gmail / Google Workspace')
  expect(nameOf('smtp.eu.mailgun.org')).toBe('Mailgun')
  expect(nameOf('email-smtp.us-east-1.amazonaws.com')).toBe('Amazon SES')
  expect(nameOf('mail.example.org')).toBeUndefined()
  expect(nameOf('smtp.gmail.com.example.org')).toBeUndefined()
  expect(nameOf('')).toBeUndefined()
})
