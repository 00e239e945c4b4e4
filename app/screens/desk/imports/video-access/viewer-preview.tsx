import { call } from '#app/api/call.ts'
import { useSettled } from '#app/ui/use-settled.ts'
import type { Override } from '#app/screens/desk/imports/insist-box.tsx'
import { RowPreview } from '#app/screens/desk/imports/row-preview.tsx'
import { useRowPreview } from '#app/screens/desk/imports/use-row-preview.ts'
import { viewerKinds } from '#app/screens/desk/imports/verdict-words.ts'
import { Button } from '#app/ui/button.tsx'
import type { FoundEmail, FoundEmails } from './find-emails.ts'

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

/** What the import would do, and what the text holds beside the e-mails that are taken. */
export function ViewerPreview({
  found,
  isWanted,
  override,
  onCorrect,
  onSplit,
}: ViewerPreviewProps) {
  const { emails, withoutEmail, withSeveral } = useSettled(found)
  const cut = emails.filter(({ cutFrom }) => cutFrom).length
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
            <p>{lines(withoutEmail)} with an @ but no email address will be left out.</p>
          )}
          {cut > 0 && (
            <p className="text-glow">
              {lines(cut)} with a longer address than the one that is taken, marked below.
            </p>
          )}
          {withSeveral > 0 && (
            <p className="flex flex-wrap items-center gap-x-2">
              {lines(withSeveral)} with several emails: only the first of each is taken.
              <Button variant="quiet" className="px-0! text-small!" onClick={onSplit}>
                Put each on its own line
              </Button>
            </p>
          )}
        </>
      }
    />
  )
}

function lines(count: number) {
  return count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`
}
