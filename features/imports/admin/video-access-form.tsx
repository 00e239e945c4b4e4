import { Copy } from 'lucide-react'
import { type FormEvent, useDeferredValue, useMemo } from 'react'
import { ListField } from '#client/admin/list-field.tsx'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { showToast } from '#client/ui/toast-store.ts'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { writeCount } from '#kernel/write-count.ts'
import { correctEmail } from './correct-email.ts'
import { findEmails, splitCrowdedLines, type FoundEmail, type FoundEmails } from './find-emails.ts'
import { ImportResults } from './import-results.tsx'
import { ImportRun } from './import-run.tsx'
import { RowPreview } from './row-preview.tsx'
import { useRowPreview, viewerKinds } from './row-verdicts.ts'
import type { Override } from './use-import.ts'
import type { VideoAccessImport } from './use-video-access-import.ts'

/** Maximum number of errors on screen; the CSV file of failed rows contains all errors. */
const mostErrors = 5

export function VideoAccessForm({ importing }: { importing: VideoAccessImport }) {
  const { text, write, mistake, run, submit, override } = importing
  const deferred = useDeferredValue(text)
  const found = useMemo(() => findEmails(deferred), [deferred])

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit()
    if (text.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
  }

  return (
    <div className="@container">
      <div className="grid items-start gap-x-8 gap-y-6 @3xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <Instructions />
        </div>
        <form noValidate onSubmit={press} className="grid min-w-0 gap-5">
          <ListField
            label="Emails"
            placeholder="thandi@example.com"
            text={text}
            error={mistake}
            isDisabled={run.isRunning}
            onText={write}
            onFile={importing.takeFile}
          />
          <div>
            <Button type="submit" pending={run.isRunning}>
              {run.isRunning ? 'Importing...' : `Import ${found.emails.length} Emails`}
            </Button>
          </div>
          <ImportRun run={run} />
          {run.result && !run.isRunning && (
            <ImportResults
              counts={{ Imported: run.result.imported, Duplicates: run.result.duplicates }}
              errors={run.result.errors}
              mostErrors={mostErrors}
              failed={{
                fileName: 'emails-to-correct.csv',
                rows: importing.rows,
                columns: { Email: 'email' },
              }}
            />
          )}
          <ViewerPreview
            found={found}
            isWanted={!run.isRunning && deferred !== run.text}
            override={override}
            onCorrect={(email, suggestion) => write(correctEmail(text, email, suggestion))}
            onSplit={() => write(splitCrowdedLines(text))}
          />
        </form>
      </div>
    </div>
  )
}

const mostNamed = 10

const example = `thandi.nkosi@example.com
"Dlamini","Sipho","sipho@example.org","Karoo Coffee, Ltd"
Lindiwe Dube <lindiwe@example.net> asked for the recordings
`

async function copyExample() {
  const isCopied = await copyText(example)
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'Example data copied to clipboard' }
      : {
          title: 'Not Copied',
          description: 'Please select the example and copy it.',
          variant: 'destructive',
        },
  )
}

function Instructions() {
  return (
    <Card className="p-5 text-small">
      <h2 className="text-subheading">Instructions</h2>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5">
        <li>Grants video access to previous recordings</li>
        <li>Does NOT register for upcoming events</li>
        <li>Sends no email notifications</li>
        <li>Skips duplicates</li>
      </ul>
      <p className="mt-4 text-muted">
        Paste a list, CSV or other text. The first email of each line is used.
      </p>
      <pre className="mt-3 overflow-x-auto rounded-md border border-line bg-canvas p-3 font-mono text-caption whitespace-pre-wrap">
        {example.trimEnd()}
      </pre>
      <Button
        variant="secondary"
        className="mt-3 px-4! text-small!"
        onClick={() => void copyExample()}
      >
        <Copy aria-hidden size={17} />
        Copy example
      </Button>
    </Card>
  )
}

function check(found: FoundEmail[], signal: AbortSignal) {
  const emails = found.map(({ email, line }) => ({ email, line }))
  return call('POST /api/admin/preview-video-access', { body: { emails }, signal })
}

type ViewerPreviewProps = {
  found: FoundEmails
  isWanted: boolean
  override: Override
  onCorrect: (email: string, suggestion: string) => void
  onSplit: () => void
}

function ViewerPreview({ found, isWanted, override, onCorrect, onSplit }: ViewerPreviewProps) {
  const { emails, unreadable, withoutEmail, withSeveral } = useDebounced(found)
  const isShown = isWanted && emails.length > 0
  const preview = useRowPreview(isShown ? emails : null, check)
  if (!isShown) return null
  return (
    <RowPreview
      preview={preview}
      kinds={viewerKinds}
      rows={emails}
      count={emails.length}
      onCorrect={onCorrect}
      override={override}
      notes={
        <>
          {withoutEmail > 0 && (
            <p>
              {`${writeCount(withoutEmail, 'line')} with an @ but no email address will be skipped.`}
            </p>
          )}
          {unreadable.length > 0 && (
            <p className="text-warning">
              {`${writeCount(unreadable.length, 'line')} with unsupported characters will be skipped: `}
              {unreadable
                .slice(0, mostNamed)
                .map(({ email }) => email)
                .join(', ')}
              {unreadable.length > mostNamed && <span>…</span>}
            </p>
          )}
          {withSeveral > 0 && (
            <p className="flex flex-wrap items-center gap-x-2">
              {`${writeCount(withSeveral, 'line')} with several emails: only the first email is used.`}
              <Button variant="quiet" className="px-0! text-small!" onClick={onSplit}>
                Put each email on its own line
              </Button>
            </p>
          )}
        </>
      }
    />
  )
}
