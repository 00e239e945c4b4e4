import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { explainSave } from '#client/admin/explain-save.ts'
import { CallError } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import type { AnnouncementFormState } from './use-announcement-form.ts'

/** Stays in view: the button that saves, why it did not, and whether everything is saved. */
export function SaveDraftBar({ editor }: { editor: AnnouncementFormState }) {
  const queryClient = useQueryClient()
  const { problem, isSaving, isDirty, base } = editor
  const wrong = Object.keys(editor.mistakes).length
  const isSignedOut = problem instanceof CallError && problem.status === 401
  return (
    <div className="sticky bottom-0 z-10 mt-10 -mx-gutter border-t border-line bg-canvas px-gutter py-3 sm:mx-0 sm:rounded-t-md sm:border-x sm:px-5">
      {problem && wrong === 0 && (
        <div
          role="alert"
          className="mb-3 flex items-start gap-2 text-small font-medium text-danger"
        >
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            <p>{explainSave(problem)}</p>
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
        <output className="text-small text-muted">
          {wrong > 0 && (
            <span className="font-medium text-danger">
              {wrong === 1 ? '1 field needs' : `${wrong} fields need`} your attention
            </span>
          )}
          {wrong === 0 && (isDirty ? 'Unsaved changes' : base && 'Everything is saved')}
        </output>
      </div>
    </div>
  )
}
