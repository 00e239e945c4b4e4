import { useQuery } from '@tanstack/react-query'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { OwnWords } from '#features/mail-texts/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { partNames, partsInOrder, versionsOf } from './mail-text-queries.ts'

type HistoryProps = {
  kind: MailKind
  isLocked: boolean
  onTake: (words: OwnWords) => void
}

/** Lists published versions of the texts of a kind of mail, newest first; each can be copied into the form. */
export function MailTextHistory({ kind, isLocked, onTake }: HistoryProps) {
  const versions = useQuery(versionsOf(kind))
  const format = useFormatInstant()
  return (
    <section aria-labelledby="history" className="mt-12">
      <h2 id="history" className="text-subheading">
        History
      </h2>
      <NotLoaded
        query={versions}
        message="The history could not be loaded. Please try again."
        skeleton="mt-4 h-24"
      />
      {versions.data?.length === 0 && (
        <p className="mt-2 text-muted">No versions yet. The default is in use.</p>
      )}
      <ol aria-label="Versions, newest first" className="mt-4 divide-y divide-line">
        {versions.data?.map(({ id, who, when, note, words }, at) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2.5">
                <span className="figures">{format(when)}</span>
                {at === 0 && <Badge tone="success">In use</Badge>}
              </p>
              <p className="text-small wrap-anywhere text-muted">
                {who ?? 'First version'}
                {note && <span>{`: ${note}`}</span>}
                <span>
                  {' · '}
                  {describeChange(words)}
                </span>
              </p>
            </div>
            {!isLocked && (
              <Button
                variant="secondary"
                className="text-small!"
                onClick={() => {
                  onTake(words)
                  showToast({
                    title: 'Restored Into the Form',
                    description: 'Save and publish it to use it.',
                  })
                }}
              >
                Restore into the form <span className="sr-only">{format(when)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeChange(words: OwnWords) {
  const own = partsInOrder.filter((name) => words[name] !== null).map((name) => partNames[name])
  return own.length === 0 ? 'default text' : own.join(', ')
}
