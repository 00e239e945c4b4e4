import { MailLink } from './mail-link.tsx'
import { PersonLink } from './person-link.tsx'

type PersonCellProps = {
  personKey: string | null
  /** '' where none is known. */
  name: string
  email: string
}

/** Who a line of the admin area is about: the name, which leads to their page, and the address to write to. */
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
