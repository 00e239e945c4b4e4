import { useParams } from 'react-router'
import { describeRoom } from '#app/screens/desk/parts/describe-room.ts'
import { PeopleList } from './people-desk.tsx'
import { PersonPage } from './person/person-page.tsx'

export const meta = describeRoom('People')

/**
 * The room of everybody whose e-mail is known, and one person's page at the key that no correction of theirs
 * changes. One route for both: each costs every visitor of the front page a line.
 */
export default function PeopleRoom() {
  const { key } = useParams()
  return key === undefined ? <PeopleList /> : <PersonPage key={key} personKey={key} />
}
