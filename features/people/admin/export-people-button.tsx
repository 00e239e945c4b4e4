import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { writeCsv, writeInstant } from '#client/admin/csv.ts'
import { call, serverMessage } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { downloadText } from '#client/ui/download-text.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import type { PersonRow } from '#features/people/contract.ts'
import { mostPeopleAtOnce } from '#features/people/rules.ts'
import { dayInZone } from '#kernel/event-time.ts'
import type { PeopleChoice } from './people-queries.ts'

const columns: Record<string, (row: PersonRow, zone: string) => string> = {
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Company: ({ company }) => company,
  'Job Title': ({ jobTitle }) => jobTitle,
  Registrations: ({ registrations }) => String(registrations),
  'Mails Come Back': ({ bounced }) => (bounced ? 'Yes' : 'No'),
  'Known Since': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/** Everybody who is found, in the order of the list, each once even if the list moves meanwhile. */
async function readAll(choice: PeopleChoice): Promise<PersonRow[]> {
  const found = new Map<string, PersonRow>()
  for (let page = 1; ; page++) {
    const query = { ...choice, page, limit: mostPeopleAtOnce }
    const { people, total } = await call('GET /api/admin/people', { query })
    for (const person of people) found.set(person.key, person)
    if (page * mostPeopleAtOnce >= total) return [...found.values()]
  }
}

type ExportPeopleButtonProps = { choice: PeopleChoice; total: number }

/** Writes down everybody whom the list finds, not only those that are shown. */
export function ExportPeopleButton({ choice, total }: ExportPeopleButtonProps) {
  const { zone } = useSite().site.display
  const file = useMutation({
    mutationFn: () => readAll(choice),
    onSuccess(people) {
      const cells = people.map((row) => Object.values(columns).map((write) => write(row, zone)))
      downloadText(
        `people-${dayInZone(new Date(), zone)}.csv`,
        writeCsv(Object.keys(columns), cells),
      )
    },
    onError: (error) =>
      showFailure(
        'No file was made',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
  })
  return (
    <Button
      variant="secondary"
      className="px-4! text-small!"
      pending={file.isPending}
      disabled={total === 0}
      onClick={() => file.mutate()}
    >
      <Download aria-hidden size={16} />
      Download as CSV
    </Button>
  )
}
