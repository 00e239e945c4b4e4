import { Link } from 'react-router'

type PersonLinkProps = {
  /** Null where nobody has this address any more. */
  personKey: string | null
  /** '' where none is known. */
  name: string
}

/** A name that leads to the person's page. In a dense row it is as tall as a finger on touch screens only. */
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
