import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { explainSave } from '#client/admin/explain-save.ts'
import { CallError, wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import type { SiteFormState } from './use-site-form.ts'

type SaveBarProps = { editor: SiteFormState; onPublish: () => void }

/** Stays in view: the button that saves, the one that publishes, and whether everything is saved. */
export function SaveBar({ editor, onPublish }: SaveBarProps) {
  const queryClient = useQueryClient()
  // Drawn anew by whatever is typed.
  useWatch()
  const { problem, isSaving, others } = editor
  const mistakes = Object.keys(editor.mistakes).length
  const isShownAtFields = wrongFields(problem).length > 0
  const isSignedOut = problem instanceof CallError && problem.status === 401
  const said = [...others, ...(problem && !isShownAtFields ? [explainSave(problem)] : [])]
  return (
    <div className="sticky bottom-0 z-10 mt-10 -mx-gutter border-t border-line bg-canvas px-gutter py-3 sm:mx-0 sm:rounded-t-md sm:border-x sm:px-5">
      {said.length > 0 && (
        <div
          role="alert"
          className="mb-3 flex items-start gap-2 text-small font-medium text-danger"
        >
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            {said.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {isSignedOut && (
              <Button
                variant="secondary"
                className="mt-2 text-small!"
                onClick={() => void queryClient.invalidateQueries({ queryKey: authStatusKey })}
              >
                Sign in here
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={isSaving}>
          {isSaving ? 'Saving...' : 'Save draft'}
        </Button>
        <Button variant="secondary" onClick={() => isSaving || onPublish()}>
          Publish
        </Button>
        <output className="text-small text-muted">
          {mistakes > 0 && (
            <span className="font-medium text-danger">
              {mistakes === 1 ? '1 field needs' : `${mistakes} fields need`} your attention
            </span>
          )}
          {mistakes === 0 && (editor.isDirtyNow() ? 'Unsaved changes' : 'Everything is saved')}
        </output>
      </div>
    </div>
  )
}
