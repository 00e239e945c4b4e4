import { serverMessage } from '#app/api/call.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { PersonLink } from '#app/screens/desk/parts/person-link.tsx'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

/** Why an import stays, or what is left of it: what was built on it, person by person. */
export function UndoBlockers({ error, isHalf }: { error: Error; isHalf: boolean }) {
  const blocked = refusedWith(error, 'import_built_on')
  const more = blocked ? blocked.blockerCount - blocked.blockers.length : 0
  return (
    <div role="alert" className="mt-5 grid gap-3">
      <p>{blocked ? explain(blocked, isHalf) : (serverMessage(error) ?? failed)}</p>
      {blocked && blocked.blockers.length > 0 && (
        <ScrollingList label="Why it stays" className="max-h-72">
          {blocked.blockers.map(({ name, email, personKey, reason }) => (
            <ScrollingLine key={email}>
              <PersonLink personKey={personKey} name={name || email} />{' '}
              {name && <span className="text-muted">{email}</span>} {reason}
            </ScrollingLine>
          ))}
          {more > 0 && (
            <ScrollingLine className="text-muted">
              and {more.toLocaleString('en')} more
            </ScrollingLine>
          )}
        </ScrollingList>
      )}
    </div>
  )
}

type Blocked = { blockerCount: number; others: number }

const failed = 'It could not be undone. Please try again.'

function explain({ blockerCount, others }: Blocked, isHalf: boolean) {
  if (blockerCount === 0) return 'Nobody in it has moved on any more: it can be undone as a whole.'
  if (others === 0 && isHalf) {
    return 'Everybody left in it has done something since that would be lost. They can stay as they are.'
  }
  if (others === 0) {
    return 'It cannot be undone any more: everybody in it has done something since that would be lost.'
  }
  return `${blockerCount === 1 ? 'Somebody' : `${blockerCount.toLocaleString('en')} people`} in it moved on since, and would lose it. They can stay as they are while the others are taken back.`
}
