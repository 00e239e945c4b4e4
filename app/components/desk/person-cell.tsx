type PersonCellProps = {
  /** '' where none is known. */
  name: string
  email: string
}

/** Who a line of the desk is about: the name, and the address to write to. */
export function PersonCell({ name, email }: PersonCellProps) {
  return (
    <p className="min-w-0 text-small">
      {name && <bdi className="block wrap-anywhere">{name}</bdi>}
      <a
        href={`mailto:${email}`}
        className="wrap-anywhere text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {email}
      </a>
    </p>
  )
}
