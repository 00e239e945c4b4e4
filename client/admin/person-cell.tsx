import type { ReactNode } from 'react'
import { Link } from 'react-router'

type PersonCellProps = {
  personKey: string | null
  /** The person's name; '' if unknown. */
  name: string
  email: string
}

/** A person in a list: the name as a link to the person's admin page, and the email as a mailto link. */
export function PersonCell({ personKey, name, email }: PersonCellProps) {
  return (
    <div className="col-span-full min-w-0 text-small lg:col-span-1">
      {(name || personKey) && (
        <p>
          <PersonLink personKey={personKey} name={name} />
        </p>
      )}
      <p className="wrap-anywhere">
        <MailLink email={email} />
      </p>
    </div>
  )
}

type PersonLinkProps = {
  /** Key in the URL of the person's admin page; null if no stored person has this email any more. */
  personKey: string | null
  /** The person's name; '' if unknown. */
  name: string
}

/**
 * A person's name as a link to the person's admin page. Only on touch screens has the link full touch-target
 * height.
 */
export function PersonLink({ personKey, name }: PersonLinkProps) {
  if (personKey === null) return name === '' ? '–' : <bdi>{name}</bdi>
  return (
    <Link
      to={`/admin/people/${personKey}`}
      className="inline-block min-h-6 leading-6 font-semibold wrap-anywhere underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow hover:decoration-2 pointer-coarse:py-1.5"
    >
      <bdi>{name === '' ? 'No name' : name}</bdi>
    </Link>
  )
}

/** A mailto link that can wrap after the @. On touch screens the touch target is higher than the line of text. */
export function MailLink({ email }: { email: string }) {
  const [mailbox, domain] = email.split('@')
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
      className="inline-block min-h-6 leading-6 text-glow underline decoration-1 underline-offset-2 hover:decoration-2 pointer-coarse:-my-1.5 pointer-coarse:py-1.5"
    >
      {mailbox}@<wbr />
      {domain}
    </a>
  )
}

/** A labelled fact about a person or a mail, such as a phone number, in a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="wrap-anywhere figures">{children}</dd>
    </div>
  )
}
